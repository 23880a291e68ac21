import type { ReactNode } from 'react';

import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { TableSkeleton } from '../TableSkeleton.tsx';
import { UpdatedAt } from '../UpdatedAt.tsx';
import { CursorPager } from './CursorPager.tsx';
import { PagedExport, type RecordExport } from './PagedExport.tsx';
import type { RecordList, useShownList } from './useShownList.ts';

import styles from './records.module.css';

/** What a record is called, and what is said where it has no rows. */
export interface RecordWords {
  /** What one row is, and several are, such as "change" and "changes". */
  readonly one: string;
  readonly many: string;
  readonly loading: string;
  /** What to do about rows that did not fit into an export. */
  readonly cutAdvice: string;
  /** Nothing is kept by this installation. */
  readonly notKept?: string;
  /** There is nothing. */
  readonly none: string;
  /** The filters leave nothing. */
  readonly unmatched?: WithWay;
  /** A page behind the last one. */
  readonly beyond: WithWay;
}

type WithWay = readonly [words: string, way: string];

interface RecordsPageProps {
  heading: string;
  back?: ReactNode;
  /** What the rows are about, or their filters. */
  intro: ReactNode;
  words: RecordWords;
  list: ReturnType<typeof useShownList<RecordList & { readonly keptDays?: number }>>;
  /** Of how many rows the table is. */
  rows: number;
  /** The reads that failed, or take long. */
  notices: ReactNode;
  /** Something else is read, of which the rows depend. */
  isWaiting?: boolean;
  onRefresh: () => void;
  address: {
    readonly invalid: readonly string[];
    readonly isFiltered: boolean;
    readonly isFirstPage: boolean;
    readonly setFilter: (texts: { readonly before?: string }) => void;
    readonly turnTo: (before: string) => void;
  };
  file: RecordExport;
  onExport: () => void;
  /** The words between the rows and the buttons that turn the page; null for none of all that. */
  pager: ReactNode;
  /** After the pager. */
  footer?: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** A list of what the gateway has recorded: its filters, its export, its rows, and the ways around them. */
export function RecordsPage(props: RecordsPageProps) {
  const { words, list, address, file, onExport, pager } = props;
  const { shown, isStale, readAt } = list;
  const isFetching = list.isFetching || props.isWaiting === true;
  const leftOut = list.isCursorInvalid ? [...address.invalid, 'before'] : address.invalid;
  return (
    <Page
      heading={props.heading}
      back={props.back}
      actions={
        <>
          <UpdatedAt at={readAt} />
          <Button small aria-disabled={file.state.step === 'running'} onClick={onExport}>
            Export
          </Button>
          <Button small aria-disabled={isFetching} onClick={props.onRefresh}>
            Refresh
          </Button>
        </>
      }
    >
      {props.intro}
      <PagedExport file={file} {...words} />
      {leftOut.length > 0 && (
        <Notice tone="warning">
          {`Left out, since the address has no valid value for it: ${leftOut.join(', ')}.`}
        </Notice>
      )}
      {props.notices}
      {!shown && isFetching && <TableSkeleton label={words.loading} />}
      {shown && (
        <>
          {shown.unreadable > 0 && (
            <Notice tone="warning">
              {`${shown.unreadable} of ${shown.unreadable + props.rows} ${words.many} could not be read. Load the page again: the console may have been updated.`}
            </Notice>
          )}
          {shown.keptDays === 0 && <Notice>{words.notKept}</Notice>}
          {props.rows > 0 && props.children}
          {props.rows === 0 && shown.unreadable === 0 && shown.keptDays !== 0 && (
            <NoRows words={words} address={address} />
          )}
          {pager !== null && (
            <CursorPager
              previous={shown.previous ?? null}
              next={shown.next}
              isStale={isStale}
              onTurn={address.turnTo}
            >
              {pager}
            </CursorPager>
          )}
          {props.footer}
        </>
      )}
    </Page>
  );
}

/** Says why there are no rows, with a way to some. */
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
