import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';

import { useApi } from '#api/ApiProvider.tsx';
import { readState } from '#api/readState.ts';
import { paths } from '#paths.ts';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { messages } from '../messages.ts';
import { thingQuery } from '../thingsQueries.ts';
import { ThingSections } from './ThingSections.tsx';

import styles from './ThingPage.module.css';

/** All that the service knows of one SIM. */
export function ThingPage() {
  const { iccid = '' } = useParams();
  const { search } = useLocation();
  const api = useApi();
  const queryClient = useQueryClient();
  const oneQuery = thingQuery(api, iccid);
  const query = useQuery(oneQuery);

  return (
    <Page
      heading={iccid}
      mono
      back={<Link to={paths.things(search)}>← {messages.backToThings}</Link>}
    >
      <ReadNotice
        {...readState(query, messages.doingThing)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: oneQuery.queryKey })}
      />
      {query.data === undefined && query.isFetching && (
        <TableSkeleton label={messages.loadingThing} />
      )}
      {query.data !== undefined && query.data.thing === undefined && (
        <div className={styles.notFound} role="status">
          <p>{messages.notFound(iccid)}</p>
          <p>{messages.notFoundAdvice}</p>
          <p>
            Request ID <code>{query.data.requestId}</code>
          </p>
        </div>
      )}
      {query.data?.thing && <ThingSections thing={query.data.thing} />}
    </Page>
  );
}
