import { Activity, useEffect, useRef, useState, type ReactNode } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useLocation, useParams } from 'react-router';

import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { startRead } from '#api/startRead.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { readThingsAddress } from '../address/thingsAddress.ts';
import { useThingsAddress } from '../address/useThingsAddress.ts';
import { changed } from '../columns/columnLayout.ts';
import { useShownColumns } from '../columns/useShownColumns.ts';
import { ThingsFilters } from '../filters/ThingsFilters.tsx';
import { FindSim } from '../find/FindSim.tsx';
import { PageMap } from '../map/PageMap.tsx';
import { messages } from '../messages.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { thingsPageQuery } from '../thingsQueries.ts';
import { MarkNotice } from '../views/MarkNotice.tsx';
import { markWords } from '../views/markWords.ts';
import { rememberWishForAll, startViewSearch } from '../views/startView.ts';
import { besideTheList } from './besideTheList.ts';
import { NoThings } from './NoThings.tsx';
import { ThingsPager } from './ThingsPager.tsx';
import { ThingsTable } from './ThingsTable.tsx';
import { ThingsToolbar } from './ThingsToolbar.tsx';
import { focusFirstRow, useFocusOnRow } from './useFocusOnRow.ts';
import { useThingsList } from './useThingsList.ts';

import styles from './ThingsPage.module.css';

/** Begins with the start view where there is one, and starts reading the page that the address asks for. */
export function loadThings(
  services: UserServices,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): null {
  const { api, queryClient } = services;
  const search = new URL(request.url).searchParams;
  const isOpen = params['iccid'] !== undefined;
  const start = isOpen ? undefined : startViewSearch(search, services);
  if (start !== undefined) throw redirect(paths.things(start));
  // Where a Thing takes the whole page, the list behind it is not asked for.
  if (!isOpen || window.matchMedia(besideTheList).matches) {
    startRead(queryClient, thingsPageQuery(api, readThingsAddress(search).address), request.signal);
  }
  return null;
}

/** The list of SIMs; one that is open stands beside it. */
export function ThingsPage() {
  const { iccid } = useParams();
  const isWide = useMediaQuery(besideTheList);
  useFocusOnRow(iccid);
  const isOpen = iccid !== undefined;
  return (
    <div className={isOpen && isWide ? styles.split : undefined}>
      <KeptAside isShown={!isOpen || isWide}>
        <ThingsList />
      </KeptAside>
      {isOpen && <Outlet />}
    </div>
  );
}

/**
 * What was shown once stays as it is while it is hidden, with all that was typed, and asks for nothing.
 * What was not is not even made: no list is asked for that nobody sees.
 */
function KeptAside({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    (isShown || wasShown) && <Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>
  );
}

/** The address is the list's state. */
function ThingsList() {
  const services = useUserServices();
  const { api, queryClient } = services;
  const { address, invalid, patch } = useThingsAddress((next) =>
    startRead(queryClient, thingsPageQuery(api, next)),
  );
  const { iccid } = useParams();
  const { search } = useLocation();
  const { preferences } = useThingsPreferences();
  const list = useThingsList(address);
  const { data, facts } = list;
  const columns = useShownColumns(data?.things, { address, patch });
  const signInAgain = useSignInAgain();
  const { mark } = address;
  const rowFocusRef = useRef(false);
  useEffect(() => {
    if (iccid === undefined) rememberWishForAll(new URLSearchParams(search), services);
  }, [iccid, search, services]);
  const markOf = markWords(mark, data?.readAt ?? 0);

  return (
    <Page
      heading={messages.heading}
      actions={<ThingsToolbar address={address} onPatch={patch} columns={columns} list={list} />}
    >
      {invalid.length > 0 && <Notice tone="warning">{messages.invalidAddress(invalid)}</Notice>}
      <FindSim
        filters={address.filters}
        onFind={patch}
        onGoToRows={focusFirstRow}
        shortcutsOn={preferences.shortcuts}
      />
      <ThingsFilters address={address} onApply={patch} />
      <ReadNotice
        {...list.read}
        onRetry={list.retry}
        onCancel={list.cancel}
        onSignIn={signInAgain}
      />
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
      {list.isFormer && !list.isFetching && <Notice tone="warning">{messages.former}</Notice>}
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
          busy={list.isFormer && list.isFetching}
          isFormer={list.isFormer}
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
          readAt={data.readAt}
          hasNameColumn={columns.columns.some(({ field }) => field.id === 'ThingName')}
          isLoading={list.isFormer && list.isFetching}
          onChange={patch}
        />
      )}
    </Page>
  );
}
