import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useNavigate } from 'react-router';

import { notesApi, notesReadQuery, type NotesRead } from '#api/notes.ts';
import type { ThingRecord } from '#api/things.ts';
import { useUserServices } from '#api/userServices.tsx';
import type { WorkSetEntry } from '#api/workSet/entries.ts';
import { systemClock, within } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';
import { useCopy } from '#ui/useCopy.ts';
import { writeLater } from '#ui/writeLater.ts';

import { knownGroup } from '../detail/knownGroup.ts';
import { noteLine, notesLate } from '../notes/noteTexts.ts';
import type { ThingField } from '../thingFields.ts';
import { compareProblem } from './SelectionActions.tsx';
import { exportedSet, setTicketText } from './workSetTexts.ts';

const loadExport = () => import('../export/ListExportDialog.tsx');
const ListExportDialog = lazy(async () => ({ default: (await loadExport()).ListExportDialog }));

const loadBundle = () => import('../export/BundleDialog.tsx');
const BundleDialog = lazy(async () => ({ default: (await loadBundle()).BundleDialog }));

interface WorkSetToolbarProps {
  entries: readonly WorkSetEntry[];
  shownFields: readonly ThingField[];
  /** ICCIDs of the selected rows. */
  selected: readonly string[];
  isReading: boolean;
  onReadAgain: () => void;
  onRemove: () => void;
  onClear: () => void;
}

/** In milliseconds; the text is copied without the notes if they take longer. */
const notesWaitMs = 30_000;

/** Actions for the whole set and for its selected rows. */
export function WorkSetToolbar({
  entries,
  shownFields,
  selected,
  isReading,
  onReadAgain,
  onRemove,
  onClear,
}: WorkSetToolbarProps) {
  const navigate = useNavigate();
  const { copied, copy } = useCopy();
  const [isCopying, setCopying] = useState(false);
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const iccids = entries.map(({ iccid }) => iccid);
  const readNotes = () => queryClient.query(notesReadQuery(notesApi(api), iccids));
  async function ticketText(): Promise<string> {
    const known = (thing: ThingRecord) => knownGroup(queryClient, thing);
    const read = await within(systemClock, notesWaitMs, readNotes());
    return setTicketText(entries, systemClock.now(), known, read ?? { problem: notesLate });
  }
  const isEmpty = entries.length === 0;
  const problem = compareProblem(selected.length);
  return (
    <>
      <ToolButton isOff={isEmpty || isReading} onClick={onReadAgain}>
        Read again
      </ToolButton>
      <DialogButton
        isOff={isEmpty}
        load={loadExport}
        renderDialog={(onClose) => (
          <ListExportDialog
            heading="Export work set"
            subject={`${counted(entries.length, 'row')} as last read, without a call to the service. “Read again” updates them.`}
            list={{
              ...exportedSet(entries, systemClock.now()),
              late: async () => noteColumn(await readNotes()),
            }}
            shownFields={shownFields}
            onClose={onClose}
          />
        )}
      >
        Export
      </DialogButton>
      <ToolButton
        isOff={isEmpty || isCopying}
        title="The text for a ticket about all SIMs in the set"
        onClick={() => {
          setCopying(true);
          const write = writeLater(ticketText()).finally(() => setCopying(false));
          void copy(write, 'Ticket text');
        }}
      >
        Copy
      </ToolButton>
      <DialogButton
        isOff={isEmpty}
        load={loadBundle}
        renderDialog={(onClose) => <BundleDialog sims={entries} onClose={onClose} />}
      >
        Support bundle
      </DialogButton>
      <ToolButton
        isOff={problem !== undefined}
        title={problem}
        onClick={() => void navigate(paths.compare(...selected))}
      >
        Compare
      </ToolButton>
      <ToolButton
        isOff={selected.length === 0}
        title={selected.length === 0 ? 'Select the SIMs to remove' : undefined}
        onClick={onRemove}
      >
        Remove
      </ToolButton>
      <ToolButton isOff={isEmpty} onClick={onClear}>
        Clear
      </ToolButton>
      <span role="status">
        {isCopying && 'Copying…'}
        {copied?.outcome === 'copied' && 'Ticket text copied'}
        {copied?.outcome === 'refused' && 'The browser blocked copying: export a file instead'}
      </span>
    </>
  );
}

/** The "Notes" column of a file, one line per note so that no text can imitate another; or why there is none. */
function noteColumn({ notes, problem }: NotesRead) {
  const text = ({ ExternalUniqueId: iccid }: ThingRecord) =>
    (notes?.get(iccid) ?? []).map(noteLine).join('\n');
  return {
    columns: notes ? [{ head: 'Notes', text }] : [],
    problem: problem && `The file has no notes. ${problem}`,
  };
}

interface ToolButtonProps {
  /** Not `disabled`, because the button that was just clicked would lose focus. */
  isOff: boolean;
  title?: string | undefined;
  onClick?: () => void;
  children: string;
}

function ToolButton({ isOff, title, onClick, children }: ToolButtonProps) {
  return (
    <Button
      small
      aria-disabled={isOff}
      title={title}
      onClick={() => {
        if (!isOff) onClick?.();
      }}
    >
      {children}
    </Button>
  );
}
