import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState, type ReactNode } from 'react';
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router';

import { startRead } from '#api/startRead.ts';
import type { FoundThing } from '#api/things.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { addedWords } from '#api/workSet/addedWords.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { counted } from '#lib/counted.ts';
import { formatClockSeconds } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { AllFields } from '#ui/AllFields.tsx';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { besideTheList } from '../list/besideTheList.ts';
import { thingQuery } from '../thingsQueries.ts';
import { knownOfThing } from './knownFields.ts';
import { useInventoryThing } from './lastSeenThing.ts';
import { Location } from './Location.tsx';
import { RelatedSims } from './RelatedSims.tsx';
import { SectionHeading, SectionLevel } from './SectionHeading.tsx';
import { ThingSections } from './ThingSections.tsx';
import { WhyNoService } from './WhyNoService.tsx';

import styles from './ThingView.module.css';

const ThingHistory = lazy(async () => ({
  default: (await import('./ThingHistory.tsx')).ThingHistory,
}));

const ThingNotes = lazy(async () => ({
  default: (await import('../notes/ThingNotes.tsx')).ThingNotes,
}));

/** Starts reading the Thing, unless a list has just read it. */
export function loadThing(
  { api, queryClient }: UserServices,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): null {
  startRead(queryClient, thingQuery(api, queryClient, params['iccid'] ?? ''), request.signal);
  return null;
}

/** Everything the service knows about one SIM: beside the list on a wide screen, as a page on a narrow one. */
export function ThingView() {
  const { iccid = '' } = useParams();
  const { search } = useLocation();
  const isBeside = useMediaQuery(besideTheList);
  const back = paths.things(search);

  if (isBeside) {
    return (
      <ThingPanel iccid={iccid} closeTo={back}>
        <ThingContent iccid={iccid} />
      </ThingPanel>
    );
  }
  return (
    <Page heading={iccid} mono back={<Link to={back}>← Back to Things</Link>}>
      <ThingContent iccid={iccid} />
    </Page>
  );
}

interface ThingPanelProps {
  iccid: string;
  /** The URL of the list without the open Thing. */
  closeTo: string;
  children: ReactNode;
}

/** The panel beside the list. Its heading gets focus when another Thing is opened. */
function ThingPanel({ iccid, closeTo, children }: ThingPanelProps) {
  return (
    // The key resets the scroll position when another Thing is opened.
    <aside key={iccid} className={styles.panel} aria-label={iccid} tabIndex={-1}>
      <title>{`${iccid} · SIM Console`}</title>
      <div className={styles.panelHead}>
        <h2 tabIndex={-1} data-heading-of-page className={styles.panelHeading}>
          {iccid}
        </h2>
        <Link to={closeTo} className={styles.close}>
          Close
        </Link>
      </div>
      <SectionLevel value={3}>{children}</SectionLevel>
    </aside>
  );
}

function ThingContent({ iccid }: { iccid: string }) {
  const queryClient = useQueryClient();
  const { api } = useUserServices();
  const read = useRead(thingQuery(api, queryClient, iccid), 'load this Thing');
  const { data, dataUpdatedAt: readAt, isFetching } = read.query;
  const memory = useInventoryThing(iccid, data !== undefined);
  // Without a gateway there is no inventory.
  const history = api.records && (
    <section aria-labelledby="thing-history" className={styles.section}>
      <SectionHeading id="thing-history">History of this SIM</SectionHeading>
      <OnDemand>
        <ThingHistory iccid={iccid} />
      </OnDemand>
    </section>
  );
  const notes = (
    <section aria-labelledby="thing-notes" className={styles.section}>
      <SectionHeading id="thing-notes">Notes</SectionHeading>
      {api.records ? (
        <OnDemand>
          <ThingNotes iccid={iccid} isListed={data?.thing !== undefined} />
        </OnDemand>
      ) : (
        <p className={styles.lead}>
          Only a gateway can keep notes, and this installation has none.
        </p>
      )}
    </section>
  );
  return (
    <QueryView {...read} loading={<TableSkeleton label="Loading this Thing…" />}>
      {(found) => (
        <>
          <div className={styles.read}>
            <p>
              {/* With seconds, so that screen readers announce a refresh with the same values. */}
              <span role="status">
                {isFetching
                  ? 'Reading this Thing again…'
                  : `As listed by the service at ${formatClockSeconds(readAt)}`}
              </span>{' '}
              · Request ID <code>{found.requestId}</code>
            </p>
            {/* Not "Refresh", which is the list's button. */}
            <Button small aria-disabled={isFetching} onClick={read.refresh}>
              Read again
            </Button>
            {found.thing && (
              <GatherThing key={iccid} chosen={{ ...found, readAt, addedFrom: 'Thing page' }} />
            )}
          </div>
          {found.thing ? (
            <div className={styles.sections}>
              <WhyNoService
                thing={found.thing}
                read={{ at: readAt, requestId: found.requestId }}
                memory={memory}
              />
              {notes}
              {history}
              <ThingSections
                thing={found.thing}
                location={<Location thing={found.thing} now={readAt} />}
              />
              <RelatedSims thing={found.thing} />
              <section aria-label="All fields" className={styles.section}>
                <SectionHeading>All fields</SectionHeading>
                <AllFields record={found.thing} knownOf={knownOfThing} />
              </section>
            </div>
          ) : (
            <>
              <NotFound iccid={iccid} found={found} />
              {notes}
              {history}
            </>
          )}
        </>
      )}
    </QueryView>
  );
}

/** Adds the SIM to the work set, or compares it with another SIM. */
function GatherThing({ chosen }: { chosen: ChosenThing }) {
  const { entries, workSet } = useWorkSet();
  const iccid = chosen.thing.ExternalUniqueId;
  const [added, setAdded] = useState<Added>();
  const isIn = entries.some((entry) => entry.iccid === iccid);
  return (
    <>
      <Button
        small
        // Not `disabled`, because the button that was just clicked would lose focus.
        aria-disabled={isIn}
        onClick={() => {
          if (!isIn) setAdded(workSet.add([chosen]));
        }}
      >
        {isIn ? 'In the work set' : 'Add to work set'}
      </Button>
      <Link to={paths.compare(iccid)}>Compare with another SIM</Link>
      <span role="status">{added && addedWords(added)}</span>
    </>
  );
}

interface NotFoundProps {
  iccid: string;
  found: Extract<FoundThing, { thing: undefined }>;
}

/** Says that the response has no readable record with exactly this ICCID. */
function NotFound({ iccid, found: { listed, unreadable, more } }: NotFoundProps) {
  // The identifier in a URL may contain spaces or dashes.
  const likelyIccid = cleanIccid(iccid) ?? iccid.trim();
  return (
    <div className={styles.notFound} role="status">
      <p>No Thing with the ICCID {iccid} was found.</p>
      <p>
        The service listed no record with exactly this ICCID for your customer. Check the digits.
      </p>
      {unreadable > 0 && (
        <p>
          {unreadable === 1
            ? 'One record in the response could not be read. It may be this SIM.'
            : `${unreadable} records in the response could not be read. One of them may be this SIM.`}
        </p>
      )}
      {more !== 'no' && (
        <p>
          {`The service listed ${counted(listed, 'other record')} for this ICCID, and there may be more. This SIM may be among them.`}
        </p>
      )}
      <p>
        <Link to={paths.things(`ExternalUniqueId=${encodeURIComponent(likelyIccid)}`)}>
          {`Look for ${likelyIccid} in the list`}
        </Link>
      </p>
    </div>
  );
}
