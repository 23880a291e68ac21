import { Link, Navigate, useLocation, useParams } from 'react-router';

import { sharedViewsApi, type SharedViewsApi } from '#api/sharedViews.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';

import { readThingsAddress, writeThingsAddress } from '../filters/thingsAddress.ts';
import { teamViewsQuery } from './useTeam.ts';
import { unknownParts } from './views.ts';

/**
 * The address of a team's view. Leads to the list, whose own address then has the view's parameters. Has the name that
 * the router looks for, which keeps the first script shorter.
 */
export function Component() {
  const { api } = useUserServices();
  const views = sharedViewsApi(api);
  return (
    <Page heading="View">
      {views ? (
        <OpenView views={views} />
      ) : (
        <Notice tone="warning">
          There are no shared views here, because this console runs without a gateway.
        </Notice>
      )}
    </Page>
  );
}

function OpenView({ views }: { views: SharedViewsApi }) {
  const { id } = useParams();
  const { search } = useLocation();
  const { info } = useUserServices();
  const { query, notice } = useRead(teamViewsQuery(views), 'open the view');
  // Views that were read earlier may have been changed since.
  const listed = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <QueryView
      query={{ data: listed, isFetching: query.isFetching }}
      notice={notice}
      loading={<p>Opening the view…</p>}
    >
      {(all) => {
        const view = all.find((one) => one.id === id);
        if (!view) {
          return (
            <Notice tone="warning">
              <span>
                {`The team of customer ${info.customerId} shares no view at this address. It may have been removed, or it belongs to another customer.`}
              </span>
              <Link to={paths.things()}>Open the list of Things</Link>
            </Notice>
          );
        }
        const { address } = readThingsAddress(new URLSearchParams(view.search));
        // Other parameters, such as those for a portal's frame, are kept.
        const list = paths.things(
          writeThingsAddress(new URLSearchParams(search), address).toString(),
        );
        const unknown = unknownParts(view.search);
        if (unknown.length === 0) return <Navigate replace to={list} />;
        return (
          <Notice tone="warning">
            <span>
              {`This version of the console cannot apply everything in “${view.name}” by ${view.author}. It ignores: ${unknown.join(', ')}.`}
            </span>
            <Link to={list}>Open the view without them</Link>
          </Notice>
        );
      }}
    </QueryView>
  );
}
