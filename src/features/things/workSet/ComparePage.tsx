import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';

import { startRead } from '#api/startRead.ts';
import { useNames } from '#api/useNames.ts';
import { useReadNotices } from '#api/useRead.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { cleanIccid } from '#identifiers/iccid.ts';
import { counted } from '#lib/counted.ts';
import { formatClockSeconds } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { focusHeading, Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { codeIn } from '../codeIn.ts';
import { thingQuery } from '../thingsQueries.ts';
import { compareRows, compareText } from './compareRows.ts';
import { CompareTable, type Column } from './CompareTable.tsx';
import { comparedSims } from './SelectionActions.tsx';

import styles from './Compare.module.css';

/** The SIMs that a URL names, and sentences about what is wrong with the URL. */
interface ComparedAddress {
  readonly iccids: readonly string[];
  readonly problems: readonly string[];
}

/** Starts reading the SIMs that the URL names, each by its exact ICCID. */
export function loadCompared(
  { api, queryClient }: UserServices,
  { request }: Pick<LoaderFunctionArgs, 'request'>,
): ComparedAddress {
  const compared = readComparedAddress(new URL(request.url).searchParams);
  for (const iccid of compared.iccids) {
    startRead(queryClient, thingQuery(api, queryClient, iccid), request.signal);
  }
  return compared;
}

/**
 * Reads `iccid=…&iccid=…`. Spaces, dashes and a trailing F are removed. Text that does not look like an ICCID is looked
 * up unchanged, because the service decides what an ICCID is.
 */
function readComparedAddress(search: URLSearchParams): ComparedAddress {
  const given = search
    .getAll('iccid')
    .map((text) => cleanIccid(text) ?? text.trim())
    .filter((iccid) => iccid !== '');
  const distinct = [...new Set(given)];
  const iccids = distinct.slice(0, comparedSims.max);
  const twice = [...new Set(given.filter((iccid, index) => given.indexOf(iccid) < index))];
  const leftOut = distinct.slice(comparedSims.max);
  const problems = [
    twice.length > 0 && `Listed more than once: ${twice.join(', ')}.`,
    leftOut.length > 0 &&
      `A comparison can include at most ${comparedSims.max} SIMs. Not included: ${leftOut.join(', ')}.`,
    iccids.length === 0 && 'The address contains no SIM.',
    iccids.length > 0 &&
      iccids.length < comparedSims.min &&
      'The address contains only one SIM. Add another SIM to compare.',
  ];
  return { iccids, problems: problems.filter((problem) => problem !== false) };
}

/** Two to four SIMs side by side, differences first. */
export function ComparePage() {
  const { iccids, problems } = useLoaderData<ComparedAddress>();
  const { patchSearch } = useSearchPatch();
  const columns = useColumns(iccids);
  const [differencesOnly, setDifferencesOnly] = useState(false);
  const things = columns.map(({ found }) => found?.thing);
  const known = things.filter((thing) => thing !== undefined).length;
  // With only one SIM read, no row differs yet; the rows would be reordered when the next SIM arrives.
  const isTooEarly = known < 2 && columns.some(({ isExpected }) => isExpected);
  const nameOf = useNames(
    things.flatMap((thing) => thing && ['TAC', 'LastLocation.MNC'].map((id) => codeIn(id, thing))),
  );
  const rows = isTooEarly ? [] : compareRows(things, nameOf);
  const differences = rows.filter(({ differs }) => differs).length;
  const sims = columns.map(({ iccid, readAt, found }) => ({
    iccid,
    readAt,
    requestId: found?.requestId,
    isFound: found?.thing !== undefined,
  }));

  function setIccids(change: (now: readonly string[]) => readonly string[]) {
    patchSearch((current) => {
      const changed = new URLSearchParams(current);
      changed.delete('iccid');
      const next = change(readComparedAddress(current).iccids);
      for (const iccid of next) changed.append('iccid', iccid);
      return changed;
    });
  }

  return (
    <Page
      heading="Compare"
      actions={
        known > 0 && (
          <>
            <Button
              small
              aria-disabled={columns.some(({ isFetching }) => isFetching)}
              onClick={() => columns.forEach(({ refetch }) => refetch())}
            >
              Read again
            </Button>
            {!isTooEarly && (
              <CopyButton text={compareText(sims, rows, differencesOnly)} label="Copy as text" />
            )}
          </>
        )
      }
    >
      {problems.length > 0 && (
        <Notice tone="warning">
          <span>{problems.join(' ')}</span>
        </Notice>
      )}
      {columns.map(({ iccid, notice }) => (
        <div key={iccid} className={styles.notice}>
          {notice}
        </div>
      ))}
      {iccids.length === 0 && (
        <p>
          Select {comparedSims.min} to {comparedSims.max} SIMs in{' '}
          <Link to={paths.things()}>Things</Link> and click “Compare”, or enter their ICCIDs here.
        </p>
      )}
      {/* Above the table, because the table grows as the SIMs are read. */}
      {iccids.length < comparedSims.max && (
        <AddSim
          present={iccids}
          onAdd={(iccid) => {
            setIccids((now) => [...now, iccid]);
            // The form disappears once the comparison is full.
            if (iccids.length + 1 === comparedSims.max) focusHeading();
          }}
        />
      )}
      {iccids.length > 0 && (
        <>
          <div className={styles.tools}>
            <label className={styles.only}>
              <input
                type="checkbox"
                checked={differencesOnly}
                onChange={(event) => setDifferencesOnly(event.target.checked)}
              />
              Differences only
            </label>
            <p role="status">{summary(known, differences, columns)}</p>
          </div>
          <CompareTable
            columns={columns}
            rows={rows}
            differencesOnly={differencesOnly}
            nameOf={nameOf}
            onRemove={(iccid) => {
              setIccids((now) => now.filter((other) => other !== iccid));
              focusHeading();
            }}
          />
        </>
      )}
    </Page>
  );
}

interface AddSimProps {
  /** ICCIDs that are already in the comparison. */
  present: readonly string[];
  onAdd: (iccid: string) => void;
}

/** Adds a SIM to the comparison, for example a working SIM beside a broken one. */
function AddSim({ present, onAdd }: AddSimProps) {
  const [problem, setProblem] = useState<string>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('iccid');
    const text = typeof typed === 'string' ? typed : '';
    const iccid = cleanIccid(text);
    if (iccid === undefined) setProblem('An ICCID has 16 to 22 digits.');
    else if (present.includes(iccid)) setProblem('This SIM is already in the comparison.');
    else {
      setProblem(undefined);
      form.reset();
      onAdd(iccid);
    }
  }

  return (
    <form onSubmit={submit} className={styles.add}>
      <label htmlFor="compare-add">ICCID of another SIM</label>
      <input
        id="compare-add"
        name="iccid"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="compare-add-problem"
        aria-invalid={problem !== undefined}
      />
      <Button small type="submit">
        Add
      </Button>
      <p id="compare-add-problem" role="status" className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}

/** The SIMs, even while they are being read, each with a notice unless its last read succeeded. */
function useColumns(iccids: readonly string[]): readonly Column[] {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const noticeOf = useReadNotices();
  const options = iccids.map((iccid) => thingQuery(api, queryClient, iccid));
  const queries = useQueries({ queries: options });
  return queries.map((query, index) => {
    const iccid = iccids[index] ?? '';
    const { data: found, dataUpdatedAt: readAt, isFetching } = query;
    return {
      iccid,
      found,
      readAt: found && readAt,
      isFetching,
      isExpected: isFetching && !found && query.failureCount === 0,
      refetch: () => void query.refetch({ cancelRefetch: false }),
      notice: (
        <ReadNotice
          {...noticeOf(query, thingQuery(api, queryClient, iccid).queryKey, `load ${iccid}`)}
        />
      ),
    };
  });
}

function summary(known: number, differences: number, columns: readonly Column[]): string {
  if (columns.some(({ found, isFetching }) => !found && isFetching)) return 'Reading the SIMs…';
  // The page already says that another SIM is needed.
  if (columns.length < comparedSims.min) return '';
  const isRead = columns.every(({ found }) => found);
  if (known < comparedSims.min) {
    return `Nothing to compare: fewer than two of these SIMs ${isRead ? 'were found' : 'could be read'}.`;
  }
  const words =
    differences === 0 ? 'No fields differ' : counted(differences, 'field differs', 'fields differ');
  const which =
    known < columns.length ? ` between the ${known} SIMs ${isRead ? 'found' : 'read'}` : '';
  const at = Math.min(...columns.flatMap(({ readAt }) => readAt ?? []));
  return `${words}${which}, as listed at ${formatClockSeconds(at)}.`;
}
