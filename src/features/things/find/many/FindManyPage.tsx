import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

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
import { Page } from '#ui/Page.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import { FindResults } from './FindResults.tsx';
import { createFindStore, isIdentifier, type FindState, type FindStore } from './findStore.ts';
import { ListInput } from './ListInput.tsx';
import { PlanForm } from './PlanForm.tsx';
import { ReadLines } from './ReadLines.tsx';
import { doing } from './words.ts';

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
