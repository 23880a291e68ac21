import { Activity, useRef, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';

import { useSignInAgain } from '#api/session/SessionProvider.tsx';
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
import { focusFirstRow, useFocusOnRow } from './useFocusOnRow.ts';
import { useThingsList } from './useThingsList.ts';

import styles from './ThingsPage.module.css';

/** The list of SIMs, from the view that a person begins with; one that is open stands beside it. */
export function ThingsPage() {
  const start = useStartView();
  const { iccid } = useParams();
  const isWide = useMediaQuery(besideTheList);
  useFocusOnRow(iccid);
  if (start !== undefined) return <Navigate to={paths.things(start)} replace />;
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
  const { address, invalid, patch } = useThingsAddress();
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const list = useThingsList(address);
  const { data, facts } = list;
  const columns = useShownColumns(data?.things, { address, patch });
  const signInAgain = useSignInAgain();
  const { mark } = address;
  const rowFocusRef = useRef(false);
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
