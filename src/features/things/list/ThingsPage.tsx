import { useParams } from 'react-router';

import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { useThingsAddress } from '../address/useThingsAddress.ts';
import { changed } from '../columns/columnLayout.ts';
import { useShownColumns } from '../columns/useShownColumns.ts';
import { ThingsFilters } from '../filters/ThingsFilters.tsx';
import { FindSim } from '../find/FindSim.tsx';
import { messages } from '../messages.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { NoThings } from './NoThings.tsx';
import { ThingsPager } from './ThingsPager.tsx';
import { ThingsTable } from './ThingsTable.tsx';
import { ThingsToolbar } from './ThingsToolbar.tsx';
import { useThingsList } from './useThingsList.ts';

/** The list of SIMs: its address is its state. */
export function ThingsPage() {
  const { address, invalid, patch } = useThingsAddress();
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const list = useThingsList(address);
  const { data, facts } = list;
  const columns = useShownColumns(data?.things);

  return (
    <Page heading={messages.heading} actions={<ThingsToolbar columns={columns} list={list} />}>
      {invalid.length > 0 && <Notice tone="warning">{messages.invalidAddress(invalid)}</Notice>}
      <FindSim onFind={patch} shortcutsOn={preferences.shortcuts} />
      <ThingsFilters address={address} onApply={patch} />
      <ReadNotice {...list.read} onRetry={list.retry} onCancel={list.cancel} />
      {data !== undefined && data.unreadable > 0 && (
        <Notice tone="warning">
          {messages.unreadable(data.unreadable, data.things.length + data.unreadable)}
        </Notice>
      )}
      {data === undefined && list.isFetching && <TableSkeleton label={messages.loading} />}
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
        />
      )}
      {facts !== undefined && facts.range === undefined && (
        <NoThings address={address} onPatch={patch} />
      )}
      {data !== undefined && (
        <ThingsPager
          address={address}
          facts={facts}
          isLoading={list.isReplacing && list.isFetching}
          onChange={patch}
        />
      )}
    </Page>
  );
}
