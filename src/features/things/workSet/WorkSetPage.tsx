import { useMemo, useState } from 'react';

import type { WorkSetEntry } from '#api/workSet/entries.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Kept } from '#api/workSet/workSet.ts';
import { counted } from '#lib/counted.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { LiveRegion } from '#ui/liveRegion.tsx';
import { Notice } from '#ui/Notice.tsx';
import { focusHeading, Page } from '#ui/Page.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection } from '#ui/selection/useSelection.ts';

import { listFields } from '../list/columns/listFields.ts';
import { useShownColumns } from '../list/columns/useShownColumns.ts';
import { ListedSims } from '../list/ListedSims.tsx';
import { ReadAgainPanel } from './ReadAgainPanel.tsx';
import { useReadAgain } from './useReadAgain.ts';
import { recordOf, shownFacts } from './workSetTexts.ts';
import { WorkSetToolbar } from './WorkSetToolbar.tsx';

import styles from './WorkSetPage.module.css';

/** Records that reveal which undocumented fields the service reports. */
const sampleSize = 50;
/** Space for the mark of a SIM that has not been read or is no longer found, in CSS pixels. */
const markWidth = 90;
/** Widths of the set's own columns, in CSS pixels. */
const ownWidths = [180, 240];

const iccidOf = ({ iccid }: WorkSetEntry) => iccid;

function markOf({ read, notFoundAt }: WorkSetEntry): string | undefined {
  if (notFoundAt !== undefined) return 'Not found';
  return read ? undefined : 'Not read';
}

/** The SIMs gathered in this tab. Actions use the listed ICCIDs, and never run a query again. */
export function WorkSetPage() {
  const { entries, kept, workSet } = useWorkSet();
  const selection = useSelection(iccidOf);
  const sample = useMemo(
    () => entries.slice(0, sampleSize).flatMap(({ read }) => read?.thing ?? []),
    [entries],
  );
  const isMarked = entries.some((entry) => markOf(entry) !== undefined);
  const { columns } = useShownColumns(sample, { markWidth: isMarked ? markWidth : 0 });
  const listed = useMemo(() => {
    const own = listFields(entries, recordOf, shownFacts);
    return [
      ...columns,
      ...own.map((field, index) => ({ field, width: ownWidths[index] ?? 0, left: undefined })),
    ];
  }, [columns, entries]);
  const readAgain = useReadAgain();
  const [undo, setUndo] = useState<Undo>();

  function hideUndo() {
    setUndo(undefined);
    focusHeading();
  }

  function removeAll(gone: ReadonlySet<string>) {
    setUndo({ count: gone.size, entries });
    workSet.remove(gone);
    selection.clear();
    readAgain.close();
  }

  return (
    <Page
      heading="Work set"
      actions={
        <WorkSetToolbar
          entries={entries}
          shownFields={columns.map(({ field }) => field)}
          selected={[...selection.chosen.keys()]}
          isReading={readAgain.state.step === 'running'}
          onReadAgain={() => readAgain.ask(entries.map(iccidOf))}
          onRemove={() => removeAll(new Set(selection.chosen.keys()))}
          onClear={() => removeAll(new Set(entries.map(iccidOf)))}
        />
      }
    >
      <KeptNotice kept={kept} />
      {/* Always rendered: few screen readers announce a status that is inserted together with its text. */}
      <div role="status" className={styles.undo}>
        {undo && (
          <LiveRegion>
            <Notice>
              <span>{`${counted(undo.count, 'SIM')} removed from the work set.`}</span>
              <Button
                small
                onClick={() => {
                  workSet.restore(undo.entries);
                  hideUndo();
                }}
              >
                Undo
              </Button>
              <Button small variant="quiet" onClick={hideUndo}>
                Hide
              </Button>
            </Notice>
          </LiveRegion>
        )}
      </div>
      <ReadAgainPanel readAgain={readAgain} />
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <p>
            The work set is empty. Select SIMs in <Link to={paths.things()}>Things</Link> or{' '}
            <Link to={paths.find()}>Find many</Link>, and click “Add to work set”.
          </p>
          <p>The work set stays in this tab until you sign out.</p>
        </div>
      ) : (
        <>
          <ListedSims
            label="Work set"
            rows={entries}
            thingOf={recordOf}
            columns={listed}
            selection={selection}
            markOf={markOf}
          />
          <SelectionBar selection={selection} rows={entries} />
        </>
      )}
    </Page>
  );
}

interface Undo {
  /** How many SIMs were removed. */
  readonly count: number;
  /** The set before. */
  readonly entries: readonly WorkSetEntry[];
}

/** Says what was not stored, because the storage is full or blocked. */
function KeptNotice({ kept }: { kept: Kept }) {
  if (kept === 'everything') return null;
  return (
    <Notice tone="warning">
      <span>
        {kept === 'iccids'
          ? 'The browser’s storage has no room for these records. After a reload, the ICCIDs will still be here. Use “Read again” to load their records.'
          : 'The browser cannot store the work set, so reloading the page would lose it. Export it first.'}
      </span>
    </Notice>
  );
}
