import { useRef } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';

import { paths } from '#paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { useThingsAddress } from '../address/useThingsAddress.ts';
import { changed } from '../columns/columnLayout.ts';
import { useShownColumns } from '../columns/useShownColumns.ts';
import { ThingsFilters } from '../filters/ThingsFilters.tsx';
import { FindSim } from '../find/FindSim.tsx';
import { PageMap } from '../map/PageMap.tsx';
import { messages } from '../messages.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { MarkNotice } from '../views/MarkNotice.tsx';
import { markWords } from '../views/markWords.ts';
import { useStartView } from '../views/useStartView.ts';
import { besideTheList } from './besideTheList.ts';
import { NoThings } from './NoThings.tsx';
import { ThingsPager } from './ThingsPager.tsx';
import { ThingsTable } from './ThingsTable.tsx';
import { ThingsToolbar } from './ThingsToolbar.tsx';
import { useFocusOnRow } from './useFocusOnRow.ts';
import { useThingsList } from './useThingsList.ts';

import styles from './ThingsPage.module.css';

/** The list of SIMs, from the view that a person begins with; one that is open stands beside it. */
export function ThingsPage() {
  const start = useStartView();
  const { iccid } = useParams();
  const isWide = useMediaQuery(besideTheList);
  useFocusOnRow(iccid);
  if (start !== undefined) return <Navigate to={paths.things(start)} replace />;
  if (iccid === undefined) return <ThingsList />;
  // Alone it is read alone: no list is asked for that nobody sees.
  if (!isWide) return <Outlet />;
  return (
    <div className={styles.split}>
      <ThingsList />
      <Outlet />
    </div>
  );
}

/** The address is the list's state. */
function ThingsList() {
  const { address, invalid, patch } = useThingsAddress();
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const list = useThingsList(address);
  const { data, facts } = list;
  const columns = useShownColumns(data?.things, { address, patch });
  const { mark } = address;
  const rowFocusRef = useRef(false);
  const markOf = markWords(mark, data?.readAt ?? 0);

  return (
    <Page
      heading={messages.heading}
      actions={<ThingsToolbar address={address} onPatch={patch} columns={columns} list={list} />}
    >
      {invalid.length > 0 && <Notice tone="warning">{messages.invalidAddress(invalid)}</Notice>}
      <FindSim onFind={patch} shortcutsOn={preferences.shortcuts} />
      <ThingsFilters address={address} onApply={patch} />
      <ReadNotice {...list.read} onRetry={list.retry} onCancel={list.cancel} />
      {data !== undefined && data.unreadable > 0 && (
        <Notice tone="warning">
          {messages.unreadable(data.unreadable, data.things.length + data.unreadable)}
        </Notice>
      )}
      {mark !== undefined && data !== undefined && (
        <MarkNotice
          mark={mark}
          things={data.things}
          now={data.readAt}
          onStop={() => patch({ mark: undefined, page: address.page })}
        />
      )}
      {data === undefined && list.isFetching && <TableSkeleton label={messages.loading} />}
      {data !== undefined && data.things.length > 0 && <PageMap things={data.things} />}
      {data !== undefined && data.things.length > 0 && (
        <ThingsTable
          things={data.things}
          columns={columns.columns}
          density={preferences.density}
          sort={address.sort}
          onSort={(sort) => patch({ sort })}
          onResize={(id, width) => columns.choose(changed(columns.choices, id, { width }))}
          openIccid={iccid}
          busy={list.isReplacing}
          rowFocusRef={rowFocusRef}
          markOf={markOf}
        />
      )}
      {facts !== undefined && facts.range === undefined && (
        <NoThings address={address} onPatch={patch} rowFocusRef={rowFocusRef} />
      )}
      {data !== undefined && (
        <ThingsPager
          address={address}
          facts={facts}
          hasNameColumn={columns.columns.some(({ field }) => field.id === 'ThingName')}
          isLoading={list.isReplacing && list.isFetching}
          onChange={patch}
        />
      )}
    </Page>
  );
}
