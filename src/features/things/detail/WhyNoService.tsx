import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';

import type { InventoryNeighbours } from '#api/inventory.ts';
import { noteKeys } from '#api/noteKeys.ts';
import type { ThingRecord } from '#api/things.ts';
import { useNames } from '#api/useNames.ts';
import { useUserServices } from '#api/userServices.tsx';
import { formatTime } from '#lib/format.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';

import { tacOfThing } from '../deviceOf.ts';
import { useKnownNotes } from '../notes/knownNotes.ts';
import { knownGroup } from './knownGroup.ts';
import { inventoryGroup, rememberedLines } from './lastSeenLines.ts';
import { SectionHeading } from './SectionHeading.tsx';
import { ticketText } from './ticketText.ts';
import { whyNoService, type KnownGroup, type LineKind } from './whyNoService.ts';

import styles from './WhyNoService.module.css';

interface WhyNoServiceProps {
  thing: ThingRecord;
  read: { readonly at: number; readonly requestId: string };
  /** The inventory data that supplements the record. */
  memory: InventoryNeighbours | undefined;
}

const loadBundle = () => import('../export/BundleDialog.tsx');
const BundleDialog = lazy(async () => ({ default: (await loadBundle()).BundleDialog }));

const heading = 'Why might this SIM have no service?';

/** Facts and hints about why the SIM might have no service, based on its record, each with its certainty. */
export function WhyNoService({ thing, read, memory }: WhyNoServiceProps) {
  const { ExternalUniqueId: iccid } = thing;
  const sim = { iccid, read: { thing, readAt: read.at, requestId: read.requestId } };
  const queryClient = useQueryClient();
  const known = newest(knownGroup(queryClient, thing), inventoryGroup(thing, memory));
  const keepsNotes =
    useUserServices().api.records && queryClient.getQueryData(noteKeys.off) !== true;
  const notes = useKnownNotes(iccid) ?? (keepsNotes ? undefined : []);
  const remembered = memory && rememberedLines(thing, memory, read.at, formatTime);
  const nameOf = useNames([tacOfThing(thing), known?.group?.IMEIPrefix]);
  const lines = whyNoService(thing, known, read.at, formatTime, remembered, nameOf);
  return (
    <section aria-label={heading} className={styles.card}>
      <div className={styles.head}>
        <SectionHeading>{heading}</SectionHeading>
        {/* Above the lines, because some of them appear later. */}
        <div className={styles.actions}>
          <CopyButton
            text={ticketText(thing, known, read, memory, notes, nameOf)}
            label="Copy ticket text"
          />
          <DialogButton
            load={loadBundle}
            renderDialog={(onClose) => <BundleDialog sims={[sim]} onClose={onClose} />}
          >
            Support bundle
          </DialogButton>
        </div>
      </div>
      <p className={styles.lead}>
        Based only on the record as it was last read.
        {memory && ' Data from earlier lists is shown with its time.'}
      </p>
      <ul className={styles.lines}>
        {lines.map(({ kind, text, against }) => (
          <li key={text} className={styles.line} data-against={against}>
            <span className={styles.kind} data-kind={kind}>
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d={looks[kind].icon} fill="none" stroke="currentColor" strokeWidth="1.8" />
              </svg>
              {looks[kind].label}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newer of two group lists. Another gateway may have seen a list after this page did. */
function newest(
  listed: KnownGroup | undefined,
  remembered: KnownGroup | undefined,
): KnownGroup | undefined {
  if (!listed || !remembered) return listed ?? remembered;
  return remembered.readAt > listed.readAt ? remembered : listed;
}

const looks: Readonly<Record<LineKind, { label: string; icon: string }>> = {
  fact: { label: 'Fact', icon: 'M3 8.500l3.500 3.500L13 4.500' },
  hint: { label: 'Hint', icon: 'M8 2l6.500 12h-13zM8 6.500v4M8 12v.8' },
  unknown: {
    label: 'Unknown',
    icon: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.300 6.700a1.700 1.700 0 1 1 2.600 1.400C8.200 8.500 8 8.900 8 9.500M8 11.200v.4',
  },
};
