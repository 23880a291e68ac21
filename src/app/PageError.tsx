import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { isMissingPart, mayReload, reload } from '#lib/missingPart.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Page } from '#ui/Page.tsx';

/** Replaces a page that could not be shown, with a button that reloads it. Callers add the landmark. */
export function PageError({ error }: { error: unknown }) {
  const [isReloading] = useState(
    () => isMissingPart(error) && mayReload(window.history.state, Date.now()),
  );

  useEffect(() => {
    if (isReloading) reload(window, Date.now());
  }, [isReloading]);

  const storeWait = error instanceof ApiError && error.waitsForStore ? error : undefined;
  useEffect(() => {
    if (!storeWait) return undefined;
    const timer = setTimeout(() => window.location.reload(), storeRetryMs);
    return () => clearTimeout(timer);
  }, [storeWait]);

  if (isReloading) return <p role="status">Loading the current version of the console…</p>;
  const again = <Button onClick={() => window.location.reload()}>Load the page again</Button>;
  return (
    <Page heading="This page could not be shown">
      {error instanceof ApiError ? (
        <ErrorNotice
          {...describeError(error, 'open the page')}
          {...(storeWait && { advice: storeAdvice })}
        >
          {again}
        </ErrorNotice>
      ) : (
        <div role="alert">
          <p>{whatHappened(error)}</p>
          {again}
        </div>
      )}
    </Page>
  );
}

/** No page is there that could lose anything, so it is loaded again until the gateway's store answers. */
const storeRetryMs = 5000;
const storeAdvice =
  'You are still signed in. This page tries again by itself every few seconds; if it goes on, tell those who run the console.';

const missing =
  'A part of the console could not be loaded. Check the connection; if it keeps failing, tell the operators of the console.';

function whatHappened(error: unknown): string {
  if (isMissingPart(error)) return missing;
  return error instanceof Error ? error.message : 'Something unexpected happened.';
}

/** The error of a route, as the router's `errorElement`. */
export function RouteError() {
  return <PageError error={useRouteError()} />;
}

export function NotFound() {
  return (
    <Page heading="No such page">
      <p>
        Nothing lives at this address. <Link to={paths.home()}>Go to the Things</Link>
      </p>
    </Page>
  );
}
