import { useQueryClient } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router';

import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { startRead } from '#api/startRead.ts';
import type { FoundThing, ThingRecord } from '#api/things.ts';
import type { UserServices } from '#api/userServices.tsx';
import { cleanIccid } from '#identifiers/iccid.ts';
import { formatClockSeconds } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { useSingleKeys } from '../keyboard/useSingleKeys.ts';
import { besideTheList } from '../list/besideTheList.ts';
import { thingQuery } from '../thingsQueries.ts';
import { AllFields } from './AllFields.tsx';
import { knownGroup } from './knownGroup.ts';
import { Location } from './Location.tsx';
import { RelatedSims } from './RelatedSims.tsx';
import { thingMessages as messages } from './thingMessages.ts';
import { ThingPanel } from './ThingPanel.tsx';
import { ThingSections } from './ThingSections.tsx';
import { useThing } from './useThing.ts';
import { WhyNoService } from './WhyNoService.tsx';

import styles from './ThingView.module.css';

/** Starts reading the Thing, unless a list has just shown it. */
export function loadThing(
  { api, queryClient }: UserServices,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): null {
  startRead(queryClient, thingQuery(api, queryClient, params['iccid'] ?? ''), request.signal);
  return null;
}

/** All that the service knows of one SIM: beside the list on a wide screen, a page on a narrow one. */
export function ThingView() {
  const { iccid = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const isBeside = useMediaQuery(besideTheList);
  const { found, readAt, isFetching, ...one } = useThing(iccid);
  const signInAgain = useSignInAgain();
  const back = paths.things(search);
  // An identifier in an address may have come with spaces or dashes.
  const likelyIccid = cleanIccid(iccid) ?? iccid.trim();

  useSingleKeys({ Escape: () => void navigate(back) }, true);

  const content = (
    <>
      <ReadNotice {...one.read} onRetry={one.retry} onCancel={one.cancel} onSignIn={signInAgain} />
      {isFetching && found === undefined && <TableSkeleton label={messages.loading} />}
      {found !== undefined && (
        <div className={styles.read}>
          <p>
            {/* To the second, so that what is the same as before is heard to be read anew. */}
            <span role="status">
              {isFetching ? messages.reading : messages.readAt(formatClockSeconds(readAt))}
            </span>{' '}
            · {messages.requestId} <code>{found.requestId}</code>
          </p>
          <Button small aria-disabled={isFetching} onClick={one.refresh}>
            {messages.readAgain}
          </Button>
        </div>
      )}
      {found?.thing && <Sections found={found} thing={found.thing} readAt={readAt} />}
      {found !== undefined && found.thing === undefined && (
        <div className={styles.notFound} role="status">
          <p>{messages.notFound(iccid)}</p>
          <p>{messages.notFoundAdvice}</p>
          {found.unreadable > 0 && <p>{messages.notFoundUnread(found.unreadable)}</p>}
          {found.more !== 'no' && <p>{messages.notFoundFull(found.listed)}</p>}
          <p>
            <Link to={paths.things(`ExternalUniqueId=${encodeURIComponent(likelyIccid)}`)}>
              {messages.lookInList(likelyIccid)}
            </Link>
          </p>
        </div>
      )}
    </>
  );
  if (isBeside) {
    return (
      <ThingPanel iccid={iccid} closeTo={back}>
        {content}
      </ThingPanel>
    );
  }
  return (
    <Page heading={iccid} mono back={<Link to={back}>← {messages.backToThings}</Link>}>
      {content}
    </Page>
  );
}

interface SectionsProps {
  found: FoundThing;
  thing: ThingRecord;
  readAt: number;
}

function Sections({ found, thing, readAt }: SectionsProps) {
  const queryClient = useQueryClient();
  return (
    <div className={styles.sections}>
      <WhyNoService
        thing={thing}
        known={knownGroup(queryClient, thing)}
        read={{ at: readAt, requestId: found.requestId }}
      />
      <ThingSections thing={thing} location={<Location thing={thing} now={readAt} />} />
      <RelatedSims thing={thing} />
      <AllFields thing={thing} />
    </div>
  );
}
