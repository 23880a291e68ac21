import { Activity, lazy, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useParams } from 'react-router';

import { startRead } from '#api/startRead.ts';
import type { ThingRecord } from '#api/things.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { paths } from '#paths.ts';
import { OnDemand } from '#ui/OnDemand.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection } from '#ui/selection/useSelection.ts';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useHeldWhile } from '#ui/useHeldWhile.ts';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { FindSim } from '../find/FindSim.tsx';
import { PageMap } from '../map/PageMap.tsx';
import { thingsPageQuery, type ThingsPageData } from '../thingsQueries.ts';
import { iccidOf, SelectionActions } from '../workSet/SelectionActions.tsx';
import { besideTheList } from './besideTheList.ts';
import { changed } from './columns/columnLayout.ts';
import { useShownColumns } from './columns/useShownColumns.ts';
import { markOf } from './filters/marks.ts';
import { PendingAddress } from './filters/PendingAddress.tsx';
import {
  readThingsAddress,
  useThingsAddress,
  type ThingsAddress,
} from './filters/thingsAddress.ts';
import { filterWords, type ThingsFilter } from './filters/thingsFilter.ts';
import { ThingsFilters } from './filters/ThingsFilters.tsx';
import { InvalidParts, PageNotices } from './ListNotices.tsx';
import { focusFirstRow, useFocusOnClosedRow } from './rowFocus.ts';
import { ShownListContext } from './shownList.ts';
import { ThingsPager } from './ThingsPager.tsx';
import { useThingsPreferences } from './thingsPreferences.ts';
import { ThingsTable } from './ThingsTable.tsx';
import { ThingsToolbar } from './ThingsToolbar.tsx';
import { useCloseByEscape } from './useSingleKeys.ts';
import { useThingsList } from './useThingsList.ts';
import { rememberWishForAll, startViewSearch } from './views/startView.ts';

import styles from './ThingsPage.module.css';

/** Loaded on demand, because the pager already says that there are no rows. */
const NoThings = lazy(async () => ({ default: (await import('./NoThings.tsx')).NoThings }));

/** Redirects to the start view, if there is one; otherwise starts reading the page that the URL names. */
export function loadThings(
  services: UserServices,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): { over: Promise<void> } | null {
  const { api, queryClient } = services;
  const search = new URL(request.url).searchParams;
  const parsed = readThingsAddress(search);
  const isOpen = params['iccid'] !== undefined;
  const start = isOpen ? undefined : startViewSearch(search, parsed, services);
  if (start !== undefined) throw redirect(paths.things(start));
  // The list is not read if a Thing takes up the whole page.
  if (!isOpen || window.matchMedia(besideTheList).matches) {
    return startRead(queryClient, thingsPageQuery(api, parsed.address), request.signal);
  }
  return null;
}

/** Always the same element, so that clicking to load a Thing does not re-render any rows. */
const sims = (
  <PendingAddress>
    <ThingsList />
  </PendingAddress>
);

/** The list of SIMs, with the open SIM beside it. */
export function ThingsPage() {
  const { iccid } = useParams();
  const isWide = useMediaQuery(besideTheList);
  useFocusOnClosedRow(iccid);
  const isOpen = iccid !== undefined;
  useCloseByEscape(isOpen);
  return (
    <div className={isOpen && isWide ? styles.split : undefined}>
      <KeptAside isShown={!isOpen || isWide}>{sims}</KeptAside>
      {isOpen && <Outlet />}
    </div>
  );
}

/**
 * Hides its children without unmounting them, so that input is kept; nothing is read while they are hidden. They mount
 * when first shown.
 */
function KeptAside({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const wasShown = useHeldWhile(!isShown, isShown);
  return wasShown && <Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>;
}

/** The list. Its state is the URL. Each part around the rows renders only when its own data changes. */
function ThingsList() {
  const services = useUserServices();
  const { api, queryClient } = services;
  const read = useCallback(
    async (next: ThingsAddress) => startRead(queryClient, thingsPageQuery(api, next)).over,
    [api, queryClient],
  );
  const { address, invalid, patch, patchWithRows } = useThingsAddress(read);
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const list = useThingsList(address);
  const { data, facts, isStale } = list;
  const isLoading = isStale && list.isFetching;
  const { filters, tags, state, mark, sort } = address;
  const filter = useMemo(() => ({ filters, tags, state }), [filters, tags, state]);
  const columns = useShownColumns(data?.things, {
    shared: address.columns,
    patch,
    markWidth: mark === undefined ? 0 : 130,
  });
  const { choose } = columns;
  const onSort = useCallback((next: ThingsAddress['sort']) => patch({ sort: next }), [patch]);
  const onResize = useCallback(
    (id: string, width: number) => choose((now) => changed(now, id, { width })),
    [choose],
  );
  const readAt = data?.readAt;
  const markIt = useMemo(
    () =>
      mark === undefined || readAt === undefined
        ? undefined
        : (thing: ThingRecord) => markOf(mark, thing, readAt),
    [mark, readAt],
  );
  const rowFocusRef = useRef(false);
  const selection = useSelection(iccidOf);
  // Rows that are about to be replaced belong to the previous filters.
  const addedFrom = useHeldWhile(isStale, listInWords(address));
  const rows = useMemo(() => chosenThings(data, addedFrom), [data, addedFrom]);
  useEffect(() => {
    if (iccid === undefined) rememberWishForAll({ address, invalid }, services);
  }, [iccid, address, invalid, services]);

  return (
    <ShownListContext
      value={{ address, patch, columns, things: data?.things ?? [], readAt: data?.readAt }}
    >
      <Page
        heading="Things"
        beside={
          <FindSim
            filters={filters}
            onFind={patch}
            onGoToRows={focusFirstRow}
            shortcutsOn={preferences.shortcuts}
          />
        }
        actions={
          <ThingsToolbar readAt={readAt} isFetching={list.isFetching} onRefresh={list.refresh} />
        }
      >
        <InvalidParts parts={invalid} />
        <ThingsFilters filter={filter} onApply={patchWithRows} onRemove={patch} />
        <QueryView
          query={list}
          notice={list.notice}
          loading={<TableSkeleton label="Loading Things…" />}
        >
          {(page) => (
            <>
              <PageNotices
                page={page}
                mark={mark}
                isOutdated={isStale && !isLoading}
                onStopMarking={() => patch(({ page: at }) => ({ mark: undefined, page: at }))}
              />
              {page.things.length > 0 && <PageMap things={page.things} />}
              {page.things.length > 0 && (
                <ThingsTable
                  rows={rows}
                  selection={selection}
                  columns={columns.columns}
                  density={preferences.density}
                  sort={sort}
                  onSort={onSort}
                  onResize={onResize}
                  openIccid={iccid}
                  busy={isLoading}
                  isStale={isStale}
                  rowFocusRef={rowFocusRef}
                  markOf={markIt}
                />
              )}
            </>
          )}
        </QueryView>
        <SelectionBar selection={selection} rows={rows}>
          <SelectionActions selection={selection} />
        </SelectionBar>
        {facts !== undefined && facts.range === undefined && (
          <OnDemand>
            <NoThings address={address} onPatch={patch} rowFocusRef={rowFocusRef} />
          </OnDemand>
        )}
        {data !== undefined && (
          <ThingsPager
            address={address}
            facts={facts}
            readAt={data.readAt}
            hasNameColumn={columns.columns.some(({ field }) => field.id === 'ThingName')}
            isLoading={isLoading}
            onChange={patch}
          />
        )}
      </Page>
    </ShownListContext>
  );
}

/** The rows of a page, in the form that the work set expects. */
function chosenThings(data: ThingsPageData | undefined, addedFrom: string): ChosenThing[] {
  if (!data) return [];
  const { things, readAt, requestId } = data;
  return things.map((thing) => ({ thing, readAt, requestId, addedFrom }));
}

/** A list and its filters, for the work set's "Added from". */
function listInWords(filter: ThingsFilter): string {
  const words = filterWords(filter).map(({ label, value }) => `${label} ${value}`);
  return words.length === 0 ? 'Things' : `Things: ${words.join(', ')}`;
}
