import { useRef, useState, type RefObject } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { textPixels } from '#ui/textPixels.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import type { ShownColumn } from '../columns/columnLayout.ts';
import { messages } from '../messages.ts';
import type { Density } from '../preferences/thingsPreferences.ts';
import { CopyStatus } from './CopyStatus.tsx';
import { ThingRow } from './ThingRow.tsx';
import { ThingsTableHead } from './ThingsTableHead.tsx';
import { useActiveRow } from './useActiveRow.ts';
import { useLate } from './useLate.ts';
import { useRowControls } from './useRowControls.ts';

import styles from './ThingsTable.module.css';

interface ThingsTableProps {
  things: readonly ThingRecord[];
  columns: readonly ShownColumn[];
  density: Density;
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  onResize: (id: string, width: number) => void;
  /** True while other rows are on their way. */
  busy: boolean;
  /** The rows are not those that the address asks for. */
  isFormer: boolean;
  /** ICCID of the Thing that is open beside the list. */
  openIccid?: string | undefined;
  /** Where to note whether the focus is in a row; still true when the rows went away with it. */
  rowFocusRef: RefObject<boolean>;
  /** Why a row is marked. */
  markOf?: ((thing: ThingRecord) => string | undefined) | undefined;
}

/** Plain cells and one style sheet: seven hundred styled components would be slow to mount. */
export function ThingsTable({
  things,
  columns,
  busy,
  isFormer,
  rowFocusRef,
  markOf,
  ...props
}: ThingsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { active, hovered, rowEvents } = useActiveRow(body, things.length, rowFocusRef);
  const { base, search, copied, onClick } = useRowControls();
  const linkSearch = useHeldWhile(busy, search);
  const isWaiting = useLate(busy);
  // Heard here for all rows: what they hold are links and buttons, which the keyboard presses, too.
  const events = { ...rowEvents, onClick };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const lastPinned = columns.findLast(({ left }) => left !== undefined);
  const pinnedWidth = (lastPinned?.left ?? 0) + (lastPinned?.width ?? 0);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it sideways. */}
      <div
        className={styles.scroller}
        // What gets the focus is not hidden behind the pinned columns.
        style={{ scrollPaddingLeft: `min(${textPixels(pinnedWidth)} + 12px, 100% - 180px)` }}
        tabIndex={0}
        role="region"
        aria-label={messages.heading}
      >
        <table
          aria-label={messages.heading}
          aria-busy={busy}
          className={styles.table}
          data-density={props.density}
          data-waiting={isWaiting || undefined}
          data-former={(isFormer && !busy) || undefined}
          style={{ minWidth: textPixels(width) }}
        >
          <colgroup>
            {columns.map(({ field, width: own }, index) => (
              // The last one takes what is left over on a wide screen.
              <col
                key={field.id}
                style={index === columns.length - 1 ? undefined : { width: textPixels(own) }}
              />
            ))}
          </colgroup>
          <ThingsTableHead columns={columns} {...props} />
          <tbody ref={body} {...events}>
            {things.map((thing, index) => (
              <ThingRow
                // By place, so that a page turn changes texts, and whoever has the focus keeps it.
                // oxlint-disable-next-line react/no-array-index-key -- see above
                key={index}
                thing={thing}
                columns={columns}
                index={index}
                isActive={index === active}
                hasControls={index === active || index === hovered}
                isOpen={thing.ExternalUniqueId === props.openIccid}
                base={base}
                search={linkSearch}
                mark={markOf?.(thing)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <CopyStatus copied={copied} />
    </>
  );
}

/** The value of before `isHeld`, so that rows that are about to go are not drawn once more. */
function useHeldWhile<T>(isHeld: boolean, value: T): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}
