import { useRouteError } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Page } from '#ui/Page.tsx';

/** Where a page could not be shown at all: what happened, and a way to try again. */
export function RouteError() {
  const error = useRouteError();
  const reload = <Button onClick={() => window.location.reload()}>Load the page again</Button>;
  return (
    <main>
      <Page heading="This page could not be shown">
        {error instanceof ApiError ? (
          <ErrorNotice {...describeError(error, 'open the page')}>{reload}</ErrorNotice>
        ) : (
          <div role="alert">
            <p>{error instanceof Error ? error.message : 'Something unexpected happened.'}</p>
            {reload}
          </div>
        )}
      </Page>
    </main>
  );
}
