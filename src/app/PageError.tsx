import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { isWaitingForStore, retryDelay } from '#api/retries.ts';
import { systemClock } from '#lib/clock.ts';
import { isMissingPart, mayReload, reload } from '#lib/missingPart.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Link } from '#ui/Link.tsx';
import { Page } from '#ui/Page.tsx';

/** Replaces a page that could not be shown, with a button that reloads it. The caller provides the landmark. */
export function PageError({ error }: { error: unknown }) {
  const [isReloading] = useState(
    () => isMissingPart(error) && mayReload(window.history.state, Date.now()),
  );

  useEffect(() => {
    if (isReloading) reload(window, Date.now());
  }, [isReloading]);

  if (isReloading) return <p role="status">Loading the current version of the console…</p>;
  const again = <Button onClick={() => window.location.reload()}>Reload the page</Button>;
  return (
    <Page heading="This page could not be shown">
      {error instanceof ApiError ? (
        <ErrorNotice {...describeError(error, 'open the page')}>{again}</ErrorNotice>
      ) : (
        <div role="alert">
          <p>{whatHappened(error)}</p>
          {again}
        </div>
      )}
    </Page>
  );
}

const missing =
  'Part of the console could not be loaded. Check your connection. If it keeps failing, tell the console’s operators.';

function whatHappened(error: unknown): string {
  if (isMissingPart(error)) return missing;
  return `Something in the console failed (${String(error)}). If it happens again, tell the console’s operators.`;
}

/** The router's `errorElement`: shows a route's error. */
export function RouteError() {
  const error = useRouteError();
  return isWaitingForStore(error) ? <StoreWait error={error} /> : <PageError error={error} />;
}

const storeAdvice =
  'This does not sign you out. The page will open as soon as the database is back. If this takes too long, tell the console’s operators.';

/** When to retry opening a page that failed with this error. */
function dueAfter(error: ApiError) {
  return { error, at: systemClock.now() + retryDelay(0, error, Math.random()) };
}

/**
 * Replaces a page that cannot be opened while the gateway's store is unavailable (S8). Runs the page's loaders again
 * until the store responds, without reloading the console.
 */
function StoreWait({ error }: { error: ApiError }) {
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
      <ErrorNotice {...describeError(first, 'open the page')} advice={storeAdvice}>
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

export function NotFound() {
  return (
    <Page heading="No such page">
      <p>
        There is no page at this address. <Link to={paths.home()}>Go to Things</Link>
      </p>
    </Page>
  );
}
