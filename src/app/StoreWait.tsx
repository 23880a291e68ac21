import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { retryDelay } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Page } from '#ui/Page.tsx';

const advice =
  'This does not sign you out. The page will open as soon as the database is back. If this takes too long, tell the console’s operators.';

/** When to retry opening a page that failed with this error. */
function dueAfter(error: ApiError) {
  return { error, at: systemClock.now() + retryDelay(0, error, Math.random()) };
}

/**
 * Replaces a page that cannot be opened while the gateway's store is unavailable (S8). Runs the page's loaders again
 * until the store responds, without reloading the console.
 */
export function StoreWait({ error }: { error: ApiError }) {
  const { revalidate, state } = useRevalidator();
  // The first error's message stays, so that screen readers announce it just once.
  const [first] = useState(error);
  const [due, setDue] = useState(() => dueAfter(error));
  if (due.error !== error) setDue(dueAfter(error));
  function openPage() {
    if (state === 'idle') void revalidate();
  }
  const openWhenDue = useEffectEvent(openPage);

  useEffect(() => systemClock.after(due.at - systemClock.now(), openWhenDue), [due]);

  return (
    <Page heading="This page cannot open yet">
      <ErrorNotice {...describeError(first, 'open the page')} advice={advice}>
        <Button small aria-disabled={state === 'loading'} onClick={openPage}>
          Try now
        </Button>
        <span>
          Trying again <Countdown until={due.at} />
        </span>
      </ErrorNotice>
    </Page>
  );
}
