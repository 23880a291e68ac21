import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';

import {
  alertsApi,
  alertsParameters,
  type Alert,
  type AlertsApi,
  type AlertsList,
  type AlertsQuery,
  type FirstScan,
} from '#api/alerts.ts';
import { fleetApi, type FleetApi } from '#api/inventory.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { keys } from '#api/keys.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { focusHeading } from '#ui/Page.tsx';
import { RecordFilterForm, type RecordFilters } from '#ui/RecordFilters.tsx';
import { GatewayOnly } from '#ui/records/GatewayOnly.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { memoryOff, summaryQuery } from '../inventoryQueries.ts';
import { WatchLine } from '../WatchLine.tsx';
import { alertColumns } from './alertsFile.ts';
import { AlertsTable } from './AlertsTable.tsx';
import { stateLabels } from './alertWords.ts';
import { Messages } from './Messages.tsx';

import records from '#ui/records/records.module.css';
import regions from '../Fleet.module.css';
import styles from './Alerts.module.css';

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./AcknowledgeDialog.tsx')).AcknowledgeDialog,
}));

const heading = 'Alerts';

/** The filters for the alerts, in the form's order. */
const alertsFilters = {
  check: { ...alertsParameters.check, label: 'Check', words: checkLabels },
  state: { ...alertsParameters.state, label: 'State', words: stateLabels },
} satisfies RecordFilters<AlertsQuery>;

/** The page's state, which lives in its URL. */
const alertsAddress = { ...alertsFilters, before: alertsParameters.before };

const words: RecordWords = {
  one: 'alert',
  many: 'alerts',
  loading: 'Loading the alerts…',
  cutAdvice: 'There are older alerts. To export them too, narrow the list.',
  notKept: `${memoryOff} Without it, there are no alerts.`,
  none: 'No alerts. An alert opens when a complete scan finds SIMs that the scan before it did not find.',
  unmatched: ['No alerts match these filters.', 'Show all alerts'],
  beyond: ['No older alerts are kept.', 'Show the newest alerts'],
};

/** Shown until there is something to compare with. */
const noScan =
  'No alerts, because the fleet has not been read completely yet. “Read the fleet” on the Fleet page does that.';

/** What has got worse in the fleet, and who is handling it. */
export function AlertsPage() {
  const { api } = useUserServices();
  const [alerts, fleet] = [alertsApi(api), fleetApi(api)];
  if (alerts && fleet) return <GatewayAlerts {...{ alerts, fleet }} />;
  return <GatewayOnly heading={heading} what="watch the fleet" />;
}

function GatewayAlerts({ alerts, fleet }: { alerts: AlertsApi; fleet: FleetApi }) {
  const address = useFilterAddress<Omit<AlertsQuery, 'size'>>(alertsAddress);
  const { before: _, ...filters } = address.texts;
  const list = useRecordList({
    root: [...keys.alerts, 'page'],
    read: alerts.list,
    query: address.query,
    rowsOf: (page) => page.alerts,
    many: words.many,
    doing: 'load the alerts',
    file: { name: 'alerts', filters, columns: alertColumns },
  });
  const { shown, rows, readAt } = list;
  const [opened, setOpened] = useState<Alert>();
  const [done, setDone] = useState<Alert>();
  // The button that opened the dialog is about to be removed.
  useEffect(() => {
    if (done) focusHeading();
  }, [done]);
  const isEmpty = shown !== undefined && rows.length === 0 && shown.keptDays > 0;
  const isNew = isEmpty && !address.isFiltered && address.isFirstPage;

  return (
    <>
      <RecordsPage
        heading={heading}
        intro={
          <RecordFilterForm
            filters={alertsFilters}
            hasDays={false}
            applied={address.texts}
            onApply={address.setFilter}
          />
        }
        words={isNew && shown.first === null ? { ...words, none: noScan } : words}
        list={list}
        otherNotice={shown && <Stopped page={shown} />}
        address={address}
        pager={
          <>
            {list.stale ?? (shown && pageWords(shown))}
            {done && ` Acknowledged: ${checkLabels[done.check]}.`}
          </>
        }
        footer={
          shown &&
          shown.keptDays > 0 && (
            <>
              {shown.first && <FirstScanNotice {...shown.first} />}
              {isNew && <WatchOf fleet={fleet} />}
              <p className={records.quiet}>{checksWords(shown)}</p>
              <Messages {...{ alerts, readAt }} page={shown} refresh={list.refresh} />
            </>
          )
        }
      >
        <AlertsTable
          alerts={rows}
          isStale={list.isStale}
          now={readAt}
          onAcknowledge={(alert) => {
            setDone(undefined);
            setOpened(alert);
          }}
        />
      </RecordsPage>
      {opened && (
        <OnDemand onDismiss={() => setOpened(undefined)}>
          <AcknowledgeDialog
            alerts={alerts}
            alert={opened}
            onClose={() => setOpened(undefined)}
            onDone={(alert) => {
              setOpened(undefined);
              setDone(alert);
            }}
          />
        </OnDemand>
      )}
    </>
  );
}

/** Receivers that want no more messages. */
function Stopped({ page: { destinations } }: { page: AlertsList }) {
  return destinations.map(
    ({ destination, to, stoppedAt }) =>
      stoppedAt !== null && (
        <Notice key={destination} tone="warning">
          {`No more messages go to ${to}, which has refused them permanently since ${formatTime(stoppedAt)} (410). To resume, operators must configure a new address, as operations.md describes.`}
        </Notice>
      ),
  );
}

/** What the first complete scan found, for which it opened no alerts. */
function FirstScanNotice({ at, found: checked }: FirstScan) {
  const found = checked.filter(({ sims }) => sims > 0);
  return (
    <section aria-labelledby="first-scan" className={regions.region}>
      <h2 id="first-scan">What the first complete scan found</h2>
      <p>
        {`It ended on ${formatTime(at)}, and opened no alerts, because nothing was known before it.`}
      </p>
      {found.length === 0 ? (
        <p>None of the checks that open alerts found a SIM.</p>
      ) : (
        <ul className={styles.list}>
          {found.map(({ check, sims }) => (
            <li key={check}>
              <Link to={paths.fleet(check)}>{checkLabels[check]}</Link>
              {`: ${counted(sims, 'SIM')}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Who will read the fleet, while there is nothing else to see. */
function WatchOf({ fleet }: { fleet: FleetApi }) {
  const { data, dataUpdatedAt } = useQuery(summaryQuery(fleet));
  return data && <WatchLine summary={data} now={dataUpdatedAt} />;
}

function pageWords({ alerts, next, previous, keptDays }: AlertsList): string {
  if (alerts.length === 0) return '';
  const count = counted(alerts.length, 'alert');
  const which = previous === null && next === null ? ', newest first' : '';
  return `${count}${which}. Resolved alerts are kept for ${counted(keptDays, 'day')}.`;
}

function checksWords({ checks }: AlertsList): string {
  return `These checks open alerts: ${checks.map((check) => checkLabels[check]).join(', ')}. A SIM that a scan cannot check counts as in the scan before.`;
}
