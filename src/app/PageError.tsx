import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { isWaitingForStore } from '#api/retries.ts';
import { isMissingPart, mayReload, reload } from '#lib/missingPart.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Link } from '#ui/Link.tsx';
import { Page } from '#ui/Page.tsx';

import { StoreWait } from './StoreWait.tsx';

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

export function NotFound() {
  return (
    <Page heading="No such page">
      <p>
        There is no page at this address. <Link to={paths.home()}>Go to Things</Link>
      </p>
    </Page>
  );
}
