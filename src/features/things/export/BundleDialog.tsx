import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';

import { knownGroupName } from '#api/knownGroupName.ts';
import { notesApi, notesReadQuery } from '#api/notes.ts';
import { useBug } from '#api/useBug.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import { saveFile, type SavedFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SavedLink } from '#ui/SavedLink.tsx';

import { knownGroup } from '../detail/knownGroup.ts';
import { simTicketText } from '../detail/ticketText.ts';
import { bundleFiles, type BundleContent, type BundleSim } from './bundleFiles.ts';
import { createMask, noMask } from './mask.ts';
import { bundleName, writeBundle, type BundleFormat } from './writeBundle.ts';

import styles from './BundleDialog.module.css';

interface BundleDialogProps {
  sims: readonly BundleSim[];
  onClose: () => void;
}

/** Writes a file for a vendor's support team about one SIM, or about a set as it was when the dialog opened. */
export function BundleDialog({ sims: given, onClose }: BundleDialogProps) {
  const [sims] = useState(given);
  const { content, notes, readNotes } = useContent(sims);
  const [isMasked, setMasked] = useState(true);
  const [format, setFormat] = useState<BundleFormat>('zip');
  const [isWriting, setWriting] = useState(false);
  const [saved, setSaved] = useState<SavedFile>();
  const showBug = useBug();
  const body = useRef<HTMLDivElement>(null);
  const listId = useId();
  useEffect(() => {
    if (saved) body.current?.focus();
    return () => saved?.forget();
  }, [saved]);

  async function write() {
    if (isWriting) return;
    setWriting(true);
    try {
      const made = { ...content(), notes: await readNotes(), isMasked };
      const blob = await writeBundle(made, format, systemClock);
      setSaved(saveFile(blob, bundleName(made, format)));
    } catch (error) {
      showBug(error);
    }
  }

  return (
    <Dialog
      heading="Support bundle"
      width="sm"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {!saved && (
            <Button variant="primary" aria-disabled={isWriting} onClick={() => void write()}>
              {isWriting ? 'Writing…' : 'Save bundle'}
            </Button>
          )}
        </>
      }
    >
      <div ref={body} tabIndex={-1} className={styles.content}>
        {saved ? (
          <>
            <Notice tone="ok">{`Saved as ${saved.name}.`}</Notice>
            <SavedLink file={saved} />
          </>
        ) : (
          <>
            <p>
              {`${sims.length === 1 ? 'This SIM' : `${formatNumber(sims.length)} SIMs`}, as last read, for a ticket. The file is made in this browser: nothing is sent anywhere.`}
            </p>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={isMasked}
                aria-describedby={`${listId}-hint`}
                onChange={(event) => setMasked(event.target.checked)}
              />
              <span>Mask IMSI, MSISDN and positions</span>
            </label>
            <p id={`${listId}-hint`} className={styles.hint}>
              Numbers keep their length and last digits. ICCID and IMEI are not masked, because
              support needs them.
            </p>
            {sims.length === 1 && (
              <fieldset className={styles.formats}>
                <legend>File</legend>
                {formats.map(({ value, label }) => (
                  <label key={value} className={styles.choice}>
                    <input
                      type="radio"
                      name={listId}
                      checked={format === value}
                      onChange={() => setFormat(value)}
                    />
                    <span>{label}</span>
                  </label>
                ))}
              </fieldset>
            )}
            <Contents content={content} notes={notes} isMasked={isMasked} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const formats: readonly { readonly value: BundleFormat; readonly label: string }[] = [
  { value: 'zip', label: 'ZIP with all files' },
  { value: 'txt', label: 'One text file' },
];

type Content = Omit<BundleContent, 'isMasked'>;

/** Collects the bundle's contents from this tab's current data. The notes are read when the dialog opens. */
function useContent(sims: readonly BundleSim[]) {
  const { config, calls, api } = useUserServices();
  const queryClient = useQueryClient();
  const iccids = sims.map(({ iccid }) => iccid);
  const reading = notesReadQuery(notesApi(api), iccids);
  const { data: notes } = useQuery(reading);
  const content = (): Content => ({
    sims,
    calls: calls.list(),
    knownGroup: (thing) => knownGroup(queryClient, thing),
    groupName: knownGroupName(queryClient),
    version: config.version,
    environmentName: config.environmentName,
    now: systemClock.now(),
    notes,
  });
  const readNotes = () => queryClient.query({ ...reading, staleTime: 60_000 });
  return { content, notes, readNotes };
}

interface ContentsProps extends Pick<BundleContent, 'notes' | 'isMasked'> {
  content: () => Content;
}

/** The bundle's contents, with a preview of the first SIM. */
function Contents({ content, notes, isMasked }: ContentsProps) {
  const [shown] = useState(content);
  const id = useId();
  const [first] = shown.sims;
  const preview = useMemo(() => {
    if (!first) return '';
    const mask = isMasked ? createMask() : noMask;
    mask.learn(first.read?.thing.raw);
    return mask.text(simTicketText(first, shown.knownGroup));
  }, [first, shown, isMasked]);
  const areGroupsKnown = useMemo(
    () => shown.sims.some(({ read }) => read && shown.knownGroup(read.thing)),
    [shown],
  );
  return (
    <section aria-labelledby={id} className={styles.inside}>
      <h3 id={id}>Contents</h3>
      <ul>
        {bundleFiles({ ...shown, notes, isMasked }).map(({ name, about }) => (
          <li key={name}>
            <code>{name}</code> {about}
          </li>
        ))}
      </ul>
      {notes?.problem !== undefined && (
        <p className={styles.hint}>{`The bundle has no notes. ${notes.problem}`}</p>
      )}
      {!areGroupsKnown && (
        <p className={styles.hint}>
          No Thing Groups were read in this tab. If support needs them, open Thing Groups first.
        </p>
      )}
      <Details
        label={shown.sims.length === 1 ? 'Show the hints' : 'Show the hints for the first SIM'}
      >
        <pre className={styles.preview}>{preview}</pre>
      </Details>
    </section>
  );
}
