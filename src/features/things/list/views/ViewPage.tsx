import { Navigate, useLocation, useParams } from 'react-router';

import { sharedViewsApi, type SharedView } from '#api/sharedViews.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';

import { readThingsAddress, writeThingsAddress } from '../filters/thingsAddress.ts';
import { teamViewsQuery } from './useTeam.ts';
import { unknownParts } from './views.ts';

/**
 * The page at a team view's address, which redirects to the list with the view's parameters. Its name is the one
 * that the router looks for, which keeps the first script shorter.
 */
export function Component() {
  const { id } = useParams();
  const { api, info } = useUserServices();
  const { query, notice } = useRead(teamViewsQuery(sharedViewsApi(api)), 'open the view');
  // Views read before this page opened may be out of date.
  const data = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <Page heading="View">
      <QueryView
        query={{ data, isFetching: query.isFetching }}
        notice={notice}
        loading={<p>Opening the view…</p>}
      >
        {(views) => {
          const view = views.find((one) => one.id === id);
          if (view) return <OpenView {...view} />;
          return (
            <Notice tone="warning">
              <span>
                {`The team of customer ${info.customerId} has not shared a view at this address. It may have been removed, or it may belong to another customer.`}
              </span>
              <Link to={paths.things()}>Open the list of Things</Link>
            </Notice>
          );
        }}
      </QueryView>
    </Page>
  );
}

function OpenView({ name, author, search }: SharedView) {
  // Other parameters, such as those for a portal's frame, are kept.
  const kept = new URLSearchParams(useLocation().search);
  const { address } = readThingsAddress(new URLSearchParams(search));
  const list = paths.things(writeThingsAddress(kept, address).toString());
  const unknown = unknownParts(search);
  if (unknown.length === 0) return <Navigate replace to={list} />;
  return (
    <Notice tone="warning">
      <span>
        {`This version of the console cannot apply everything in “${name}” by ${author}. It ignores: ${unknown.join(', ')}.`}
      </span>
      <Link to={list}>Open the view without them</Link>
    </Notice>
  );
}
