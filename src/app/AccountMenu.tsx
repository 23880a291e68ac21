import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { useWrite } from '#api/useWrite.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { paths } from '#paths.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { focusNow } from '#ui/focusNow.ts';
import { MuiTheme } from '#ui/MuiTheme.tsx';
import { pressedOnce } from '#ui/pressedOnce.ts';
import { useShowCalls } from '#ui/showCalls.ts';
import { hasUnsavedChanges } from '#ui/unsavedChanges.ts';
import { WriteWait } from '#ui/WriteWait.tsx';

import styles from './AccountMenu.module.css';

interface AccountMenuProps {
  info: SessionInfo;
  version: string;
  anchor: HTMLElement;
  onClose: () => void;
}

export function AccountMenu({ info, version, anchor, onClose }: AccountMenuProps) {
  const session = useSession();
  const navigate = useNavigate();
  const showCalls = useShowCalls();
  const { pathname, search } = useLocation();
  /** What the menu asks about before it discards something. */
  const [asking, setAsking] = useState<'sign out' | 'customer'>();
  const call = useWrite();
  const signOutItem = useRef<HTMLLIElement>(null);
  const { drafts } = useUserServices().work;
  const { entries } = useWorkSet();
  // A note that was typed on another page is still in this tab.
  const hasUnsavedNote = () => drafts.names().some(noteDrafts.has);

  const work = [
    ...(entries.length > 0 ? ['the work set'] : []),
    ...(hasUnsavedNote() ? ['notes that you have typed but not saved'] : []),
  ];

  function changeCustomer() {
    if (work.length > 0 && asking !== 'customer') setAsking('customer');
    else void navigate(paths.chooseCustomer(`${pathname}${search}`));
  }

  function signOut() {
    if ((hasUnsavedChanges() || hasUnsavedNote()) && asking !== 'sign out') setAsking('sign out');
    else call.run(() => session.signOut());
  }

  function stopWaiting() {
    call.stopWaiting();
    signOutItem.current?.focus();
  }

  return (
    <MuiTheme>
      <Popover
        open
        anchorEl={anchor}
        onClose={onClose}
        // An item that still moves could be missed by a press.
        transitionDuration={0}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {/* Outside the menu, which may contain only menu items. */}
        <div className={styles.facts}>
          <p className={styles.name}>{info.username}</p>
          <p>Customer ID {info.customerId ?? 'not known yet'}</p>
          <p>Version {version}</p>
          <p role="status">
            {asking === 'customer' && `Another customer ID discards ${work.join(', and ')}.`}
            {asking === 'sign out' &&
              (hasUnsavedChanges()
                ? 'Your changes on this page are not saved.'
                : 'You have typed a note that is not saved. It is on its SIM’s page or with its alert.')}
          </p>
        </div>
        <MenuList
          {...pressedOnce}
          autoFocusItem
          aria-label="Account"
          onKeyDown={(event) => {
            // Tab goes on to the button of a wait, and to the request id of an error.
            if (event.key === 'Tab' && !call.isRunning && !call.error) onClose();
          }}
        >
          {info.mayChangeCustomer && (
            <MenuItem onClick={changeCustomer}>
              {asking === 'customer' ? 'Change customer ID anyway' : 'Change customer ID'}
            </MenuItem>
          )}
          {/* Not disabled meanwhile, because Tab would then stop at another item. */}
          <MenuItem ref={signOutItem} onClick={signOut}>
            {call.isRunning
              ? 'Signing out…'
              : asking === 'sign out'
                ? 'Sign out and discard changes'
                : 'Sign out'}
          </MenuItem>
          {asking && !call.isRunning && (
            <MenuItem key={asking} ref={focusNow} onClick={onClose}>
              Stay
            </MenuItem>
          )}
          {showCalls && (
            <MenuItem
              aria-haspopup="dialog"
              onClick={() => {
                onClose();
                showCalls();
              }}
            >
              Calls
            </MenuItem>
          )}
        </MenuList>
        <div className={styles.facts}>
          <WriteWait call={{ ...call, stopWaiting }} />
          {call.error && <ErrorNotice {...describeError(call.error, 'sign out')} />}
        </div>
      </Popover>
    </MuiTheme>
  );
}
