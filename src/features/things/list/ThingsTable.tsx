import {
  lazy,
  memo,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router';

import { systemClock } from '#lib/clock.ts';
import { SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, type PageChoice } from '#ui/selection/useSelection.ts';
import { ariaSort, SortButton } from '#ui/SortButton.tsx';
import { textPixels } from '#ui/textPixels.ts';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { besidePinned, leadingWidth, type ShownColumn } from './columns/columnLayout.ts';
import { useIsAddressPending } from './filters/PendingAddress.tsx';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { CopyStatus, useRowClicks } from './rowClicks.tsx';
import type * as TableExtrasPart from './TableExtras.tsx';
import type { NameIn } from './ThingNames.tsx';
import { cellClass } from './ThingRow.tsx';
import { ThingRows } from './ThingRows.tsx';
import type { Density } from './thingsPreferences.ts';

import styles from './ThingsTable.module.css';

/** If this code cannot be loaded, columns cannot be resized, and codes are shown without names. */
const none: typeof TableExtrasPart = { TableExtras: memo(() => null) };
/** Loaded after the rows. */
const TableExtras = lazy(async () => ({
  default: (await import('./TableExtras.tsx').catch(() => none)).TableExtras,
}));

type RowsProps = ComponentProps<typeof ThingRows>;

interface ThingsTableProps
  extends
    Pick<ThingsTableHeadProps, 'sort' | 'onSort'>,
    Omit<RowsProps, 'base' | 'search' | 'onClick' | 'scroller' | 'notes' | 'nameIn'> {
  density: Density;
  onResize: (id: string, width: number) => void;
  busy: boolean;
  /** Whether the rows belong to an earlier URL. */
  isStale: boolean;
}

/** The table. Its cells are plain, because seven hundred styled components would be slow to mount (decision 006). */
export function ThingsTable(props: ThingsTableProps) {
  const { sort, onSort, density, onResize, busy, isStale, ...shown } = props;
  const { rows, selection, columns } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const [nameIn, onNames] = useState<NameIn>();
  // Rows that are about to be replaced do not render again for the next URL.
  const search = useHeldWhile(busy, useLocation().search);
  const { base, copied, onClick } = useRowClicks();
  const [notes, onNotes] = useState<RowsProps['notes']>();
  const { page, togglePage } = usePageSelection(selection, rows);
  return (
    <>
      <TableFrame
        {...{ scroller, rows, columns, density, busy, isStale, onResize, onNotes, onNames }}
      >
        <colgroup>
          <col style={{ width: textPixels(leadingWidth) }} />
          {columns.map(({ field, width: own }, index) => (
            // The last column takes the remaining width.
            <col
              key={field.id}
              style={index === columns.length - 1 ? undefined : { width: textPixels(own) }}
            />
          ))}
        </colgroup>
        <ThingsTableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          page={page}
          onTogglePage={togglePage}
        />
        <ThingRows
          {...shown}
          notes={notes}
          nameIn={nameIn}
          base={base}
          search={search}
          onClick={onClick}
          scroller={scroller}
        />
      </TableFrame>
      <CopyStatus copied={copied} />
    </>
  );
}

interface ThingsTableHeadProps {
  columns: readonly ShownColumn[];
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  /** How many rows on screen are selected. */
  page: PageChoice;
  onTogglePage: () => void;
}

/** The column headers. Only the name is a button, because the service can sort only by name (API document 4.5). */
const ThingsTableHead = memo(function ThingsTableHead({
  columns,
  sort,
  onSort,
  page,
  onTogglePage,
}: ThingsTableHeadProps) {
  return (
    <thead>
      <tr>
        <td className={styles.select}>
          <SelectPageBox page={page} onToggle={onTogglePage} />
        </td>
        {columns.map((column) => {
          const { field, left } = column;
          const isSortable = field.id === 'ThingName';
          return (
            <th
              key={field.id}
              scope="col"
              title={field.label}
              className={cellClass(column)}
              style={left === undefined ? undefined : { left: textPixels(left) }}
              aria-sort={isSortable ? ariaSort(sort) : undefined}
            >
              {isSortable ? (
                <SortButton direction={sort} onClick={() => onSort(nextSort(sort))}>
                  {field.label}
                </SortButton>
              ) : (
                field.label
              )}
              {/* The pointer drags this edge, see ColumnWidths. */}
              <span aria-hidden="true" className={styles.handle} data-edge={field.id} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

/** Cycles from unsorted to ascending, descending, and back. */
function nextSort(sort: ThingsAddress['sort']): ThingsAddress['sort'] {
  if (sort === undefined) return 'ASC';
  return sort === 'ASC' ? 'DESC' : undefined;
}

interface TableFrameProps extends Pick<
  ThingsTableProps,
  'rows' | 'columns' | 'density' | 'busy' | 'isStale' | 'onResize'
> {
  onNotes: (notes: RowsProps['notes']) => void;
  onNames: ComponentProps<typeof TableExtrasPart.TableExtras>['onNames'];
  scroller: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Scrolls the table, and immediately shows that a click was accepted, re-rendering only this frame. */
function TableFrame(props: TableFrameProps) {
  const { scroller, columns, density, busy, isStale, children, ...extras } = props;
  const isTaken = useIsAddressPending() || busy;
  const isWaiting = useIsLate(busy);
  const calm = useCalm(extras.rows, isTaken);
  const [isShown, setShown] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the widths are not part of the HTML that the gateway sends
  useEffect(() => setShown(true), []);
  const width = columns.reduce((sum, column) => sum + column.width, leadingWidth);
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div
      ref={scroller}
      className={styles.scroller}
      style={{ scrollPaddingLeft: besidePinned(columns) }}
      tabIndex={0}
      role="region"
      aria-label="Things"
    >
      <div className={styles.taken} data-shown={isTaken || undefined} />
      {isShown && (
        <Suspense>
          <TableExtras {...{ columns, ...extras }} rows={calm} />
        </Suspense>
      )}
      <table
        aria-label="Things"
        aria-busy={isTaken}
        className={styles.table}
        data-density={density}
        data-waiting={isWaiting || undefined}
        data-stale={(isStale && !busy) || undefined}
        style={{ minWidth: textPixels(width) }}
      >
        {children}
      </table>
    </div>
  );
}

/** The value, once it has stayed the same for a moment: a user who turns pages quickly needs no marks on them. */
function useCalm<T>(value: T, isTaken: boolean): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    if (isTaken || calm === value) return undefined;
    return systemClock.after(lateMs, () => startTransition(() => setCalm(value)));
  }, [value, isTaken, calm]);
  return calm;
}

/** In milliseconds: showing the wait any sooner would only make the table flicker and render twice. */
const lateMs = 300;

/** Whether a condition has lasted for some time. */
function useIsLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const stop = systemClock.after(lateMs, () => setIsLate(true));
    return () => {
      stop();
      setIsLate(false);
    };
  }, [isSo]);
  return isSo && isLate;
}
