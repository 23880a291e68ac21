import type { ComponentProps, ReactNode } from 'react';

import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { QueryView } from '../QueryView.tsx';
import { Refresh } from '../Refresh.tsx';
import { TableSkeleton } from '../TableSkeleton.tsx';
import { PagedExport, type RecordExport } from './PagedExport.tsx';

import page from '../Page.module.css';
import styles from './records.module.css';

/** What a page of records says, including when there are no rows. */
export interface RecordWords {
  /** The singular and plural for rows, such as "change" and "changes". */
  readonly one: string;
  readonly many: string;
  readonly loading: string;
  /** Advice for rows that did not fit into an export. */
  readonly cutAdvice: string;
  /** Shown if this installation keeps no records. */
  readonly notKept?: string;
  /** Shown if there are no records. */
  readonly none: string;
  /** Shown if no row matches the filters. */
  readonly unmatched?: WithWay;
  /** Shown on a page after the last. */
  readonly beyond: WithWay;
}

type WithWay = readonly [words: string, way: string];

interface ShownRecords {
  readonly shown:
    | {
        readonly unreadable: number;
        readonly keptDays?: number;
        readonly previous: string | null;
        readonly next: string | null;
      }
    | undefined;
  readonly rows: readonly unknown[];
  readonly isStale: boolean;
  readonly isFetching: boolean;
  readonly isCursorInvalid: boolean;
  readonly readAt: number;
  readonly notice: ComponentProps<typeof QueryView>['notice'];
  readonly refresh: () => void;
  readonly file: RecordExport;
  readonly exportAll: () => void;
}

interface RecordsPageProps {
  heading: string;
  back?: ReactNode;
  /** A description of the rows, or their filters. */
  intro: ReactNode;
  words: RecordWords;
  list: ShownRecords;
  /** A notice about data that is read separately. */
  otherNotice?: ReactNode;
  /** The rows depend on another read that has not finished. */
  isWaiting?: boolean;
  /** Called instead of reloading only the list, to read other data as well. */
  refresh?: () => void;
  address: {
    readonly invalid: readonly string[];
    readonly isFiltered: boolean;
    readonly isFirstPage: boolean;
    readonly setFilter: (texts: { readonly before?: string }) => void;
    readonly turnTo: (before: string) => void;
  };
  /** The text between the rows and the page buttons; null if there is no pager. */
  pager: ReactNode;
  /** After the pager. */
  footer?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A list of the gateway's records: filters, export, rows and pager. */
export function RecordsPage(props: RecordsPageProps) {
  const { words, list, address, pager, refresh = list.refresh } = props;
  const { shown, isStale, readAt, file } = list;
  const rows = list.rows.length;
  const isEmpty = rows === 0 && shown?.unreadable === 0 && shown.keptDays !== 0;
  const isFetching = list.isFetching || props.isWaiting === true;
  // Without a condition that could not be read, the list has rows that were not intended.
  const isLonger = address.invalid.some((name) => name !== 'before');
  const leftOut = list.isCursorInvalid ? [...address.invalid, 'before'] : address.invalid;
  return (
    <Page
      heading={props.heading}
      back={props.back}
      actions={
        <Refresh query={{ dataUpdatedAt: readAt, isFetching }} {...{ refresh }}>
          <Button
            small
            aria-disabled={isLonger || file.state.step === 'running'}
            onClick={isLonger ? undefined : list.exportAll}
          >
            Export
          </Button>
        </Refresh>
      }
    >
      {props.intro}
      <PagedExport file={file} {...words} />
      {leftOut.length > 0 && (
        <Notice tone="warning">
          <p>{`Some address parameters are not valid and were ignored: ${leftOut.join(', ')}.`}</p>
          {isLonger && (
            <p>
              The list may contain more than was intended, so it cannot be exported. Change a filter
              or condition to remove these parameters.
            </p>
          )}
        </Notice>
      )}
      {props.otherNotice}
      <QueryView
        query={{ data: shown, isFetching }}
        notice={list.notice}
        loading={<TableSkeleton label={words.loading} />}
      >
        {({ unreadable, keptDays, previous, next }) => (
          <>
            {unreadable > 0 && (
              <Notice tone="warning">
                {`${unreadable} of ${unreadable + rows} ${words.many} could not be read. Reload the page: the console may have been updated.`}
              </Notice>
            )}
            {keptDays === 0 && <Notice>{words.notKept}</Notice>}
            {rows > 0 && props.children}
            {isEmpty && <NoRows words={words} address={address} />}
            {pager !== null && (
              <CursorPager
                previous={previous}
                next={next}
                isStale={isStale}
                onTurn={address.turnTo}
              >
                {/* For screen readers: everyone else sees why, above. */}
                {isEmpty && !isStale && <span className={page.hidden}>{`No ${words.many}. `}</span>}
                {pager}
              </CursorPager>
            )}
            {props.footer}
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Says why there are no rows, with a link or button that leads to some. */
function NoRows({ words, address }: Pick<RecordsPageProps, 'words' | 'address'>) {
  const { none, unmatched, beyond } = words;
  const [text, way] = address.isFirstPage
    ? ((address.isFiltered ? unmatched : undefined) ?? [none])
    : beyond;
  const onWay = () => (address.isFirstPage ? address.setFilter({}) : address.turnTo(''));
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {way !== undefined && <Button onClick={onWay}>{way}</Button>}
    </div>
  );
}

interface CursorPagerProps {
  /** Names the rows shown; announced when they change. */
  children: ReactNode;
  /** Cursors of the neighbouring pages; null if there is none. */
  previous: string | null;
  next: string | null;
  /** Different rows were requested and have not arrived. */
  isStale: boolean;
  onTurn: (to: string) => void;
}

/** Paging with cursors, which have no page numbers and no total. */
function CursorPager(props: CursorPagerProps) {
  const { children, previous, next, isStale, onTurn } = props;
  const turn = (to: string | null) => {
    if (to !== null && !isStale) onTurn(to);
  };
  return (
    <div className={styles.tools}>
      <p role="status" className={styles.summary}>
        {children}
      </p>
      {/* Not `disabled`, which would lose focus on the last page. */}
      <Button small aria-disabled={previous === null || isStale} onClick={() => turn(previous)}>
        Previous page
      </Button>
      <Button small aria-disabled={next === null || isStale} onClick={() => turn(next)}>
        Next page
      </Button>
    </div>
  );
}
