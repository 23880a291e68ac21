import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import type { Api } from '#api/client.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { useBug } from '#api/useBug.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { createYield } from '#lib/yieldToPage.ts';
import { isTyping } from '#ui/isTyping.ts';
import { useStepFocus } from '#ui/JobPanel.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { textPixels } from '#ui/textPixels.ts';
import { useRowWindow } from '#ui/useRowWindow.ts';

import { FindResults } from './FindResults.tsx';
import { createFindStore, isIdentifier, type FindState, type FindStore } from './findStore.ts';
import { ListInput } from './ListInput.tsx';
import { PlanForm } from './PlanForm.tsx';
import type { ListItem } from './readList.ts';
import { doing, kindCounts, readAs, readReason } from './words.ts';

import styles from './FindMany.module.css';

/** Finds the SIMs in a list. The browser first parses the list, then looks up its items within the rate limits. */
export function FindManyPage() {
  const { store, state, perform } = useFindStore();
  const { parsed, step, end, results } = state;
  const headingRef = useFocusWhenEnded(step);
  const items = useMemo(() => parsed?.items.filter(isIdentifier), [parsed]);

  return (
    <Page heading="Find many">
      <div className={styles.list}>
        <ListInput
          state={state}
          store={store}
          onFile={(file) => perform(store.chooseFile(file))}
          onColumn={(column) => perform(store.chooseColumn(column))}
        />
        <ReadLines parsed={parsed} onGoToLine={store.goToLine} />
      </div>
      <PlanForm
        items={items}
        isRunning={step === 'running'}
        isPressed={state.isFindPressed}
        onFind={(mode) => perform(store.find(mode))}
      />
      {step === 'running' && <Progress store={store} mode={state.mode} total={state.total} />}
      {step === 'ended' && end && results && (
        <FindResults
          results={results}
          end={end}
          isOutdated={parsed !== results.parsed}
          headingRef={headingRef}
          onResume={() => perform(store.resume())}
          onRetryFailed={() => perform(store.retryFailed())}
        />
      )}
    </Page>
  );
}

/** One store per API instance, so that lists and results disappear with their user's session. */
const stores = new WeakMap<Api, FindStore>();

function storeFor({ api, work }: UserServices): FindStore {
  const store =
    stores.get(api) ??
    createFindStore({
      things: api.things,
      drafts: work.drafts,
      clock: systemClock,
      random: Math.random,
      pause: createYield(),
    });
  stores.set(api, store);
  return store;
}

/** The user's list, and the search for its SIMs. */
function useFindStore() {
  const services = useUserServices();
  const store = useMemo(() => storeFor(services), [services]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const showBug = useBug();
  return {
    store,
    state,
    /** A service error ends the search normally. */
    perform: (action: Promise<void>) => void action.catch(showBug),
  };
}

/**
 * Moves the focus to the results when a search ends, because the button that started or cancelled it is gone or far
 * above. Results from an earlier visit do not take focus.
 */
function useFocusWhenEnded(step: FindState['step']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (step === 'ended' && wasRunning.current && !isTyping()) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: 'start' });
    }
    wasRunning.current = step === 'running';
  }, [step]);
  return heading;
}

interface ProgressProps {
  store: FindStore;
  mode: FindState['mode'];
  /** The number of identifiers to find. */
  total: number;
}

function Progress({ store, mode, total }: ProgressProps) {
  const { state, wait, cancel } = useJob(doing, store.job);
  const region = useStepFocus(state.step);
  if (state.step !== 'running') return null;
  const { calls, done } = state.progress;
  const soFar =
    mode === 'scan'
      ? `${counted(done, 'Thing')} read, ${counted(calls, 'call')}`
      : `${formatNumber(done)} of ${counted(total, 'identifier')}, ${counted(calls, 'call')}`;
  return (
    <div ref={region} tabIndex={-1} className={styles.progress}>
      <ScanProgress
        label="Finding"
        soFar={soFar}
        share={mode === 'lookups' ? { done, of: total } : undefined}
        announcement={`Finding: ${soFar}`}
        pages={calls}
        wait={wait}
        cancelLabel="Cancel"
        onCancel={cancel}
      />
    </div>
  );
}

/** The assumed height in CSS pixels, until a row has been measured. */
const rowHeight = 33;

interface ReadLinesProps {
  parsed: FindState['parsed'];
  /** Moves the cursor to this line in the text. */
  onGoToLine: (line: number) => void;
}

/** The interpretation of each line, shown before any identifier is sent. */
function ReadLines({ parsed, onGoToLine }: ReadLinesProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { items = [], leftOut = 0 } = parsed ?? {};
  const good = items.filter(isIdentifier);
  const problems = items.filter((item) => !isIdentifier(item) || item.isRounded);
  const shown = onlyProblems && problems.length > 0 ? problems : items;
  const isEmpty = parsed?.items.length === 0;
  return (
    <div className={styles.read}>
      {/* Always the same element, because screen readers may miss a new one. */}
      <p role="status" className={isEmpty ? styles.empty : styles.summary}>
        {!parsed && 'Reading the list…'}
        {isEmpty && 'The interpretation of each line will be shown here.'}
        {items.length > 0 && <strong>{counted(good.length, 'identifier')}</strong>}
        {good.length > 0 && ` (${kindCounts(good)})`}
        {problems.length > 0 && `; ${formatNumber(problems.length)} to check`}
      </p>
      {problems.length > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          />
          Show only lines to check
        </label>
      )}
      {leftOut > 0 && (
        <Notice tone="warning">
          {`Only the first 5,000 entries are read, duplicates included. ${counted(leftOut, 'line')} at the end ${leftOut === 1 ? 'is' : 'are'} left out.`}
        </Notice>
      )}
      {items.length > 0 && <LinesTable items={shown} onGoToLine={onGoToLine} />}
    </div>
  );
}

interface LinesTableProps {
  items: readonly ListItem[];
  onGoToLine: (line: number) => void;
}

function LinesTable({ items, onGoToLine }: LinesTableProps) {
  const columns: readonly DataColumn<ListItem>[] = [
    {
      header: 'Line',
      width: 64,
      rowHeader: true,
      cell: ({ line }) => (
        <button
          type="button"
          className={styles.line}
          aria-label={`Edit line ${line}`}
          onClick={() => onGoToLine(line)}
        >
          {line}
        </button>
      ),
    },
    { header: 'Text', width: 220, mono: true, title: ({ text }) => text, cell: ({ text }) => text },
    {
      header: 'Read as',
      width: 320,
      title: (item) => readReason(item) ?? readAs(item),
      cell: readAs,
    },
  ];
  return (
    <DataTable
      label="What was read"
      look="lines"
      columns={columns}
      rows={items}
      keyOf={(_, index) => index}
      rowProps={(item) => ({ 'data-problem': !isIdentifier(item) || undefined })}
      rowWindow={useRowWindow(items.length, rowHeight)}
      style={{ maxHeight: textPixels(10 * rowHeight) }}
    />
  );
}
