import { isObject } from '#lib/isObject.ts';
import { createListeners } from '#lib/listeners.ts';

import type { TabChannel } from '../tabs.ts';

/** The state of this tab's session. */
export type SessionPhase =
  | 'live'
  /** The session has ended: the page stays, under a sign-in dialog. */
  | 'over'
  /** The user signed out, in this tab or another. */
  | 'signedOut'
  /** Another user signed in, in this tab or another: none of the previous user's data may remain. */
  | 'otherUser';

type SessionMessage =
  | { readonly kind: 'signedIn'; readonly who: string }
  /**
   * Sent by each page that knows who is signed in, because the sign-in form may have been submitted without a script.
   */
  | { readonly kind: 'found'; readonly who: string }
  | { readonly kind: 'signedOut' };

export type SessionMonitor = ReturnType<typeof createSessionMonitor>;

/**
 * Keeps a browser's tabs in sync with the session that they share.
 *
 * @param channel the channel to the other tabs; omitted if each tab has its own session
 */
export function createSessionMonitor(channel?: TabChannel) {
  const listeners = createListeners();
  const signInListeners = createListeners();
  let phase: SessionPhase = 'live';
  /** The user who opened the page, if any. */
  let pageUser: string | undefined;
  /** The signed-in user, as far as this tab knows. */
  let signedInUser: string | undefined;
  /** The sign-ins that this tab has been notified of. */
  let count = 0;
  let wasUseless = false;
  let isSignInOpen = false;

  function enter(next: SessionPhase) {
    if (phase === next) return;
    phase = next;
    listeners.notify();
  }

  function showSignIn(isOpen: boolean) {
    if (isSignInOpen === isOpen) return;
    isSignInOpen = isOpen;
    listeners.notify();
  }

  function adopt(who: string) {
    signedInUser = who;
    pageUser ??= who;
    enter(pageUser === who ? 'live' : 'otherUser');
  }

  channel?.listen((data) => {
    // A tab that shows no data, such as the sign-in page, is not affected.
    if (pageUser === undefined || !isSessionMessage(data)) return;
    if (data.kind === 'signedOut') leave();
    else if (data.kind === 'signedIn' || data.who !== signedInUser || phase === 'over') {
      begin(data.who);
    }
  });

  function begin(who: string) {
    count += 1;
    adopt(who);
    showSignIn(false);
    signInListeners.notify();
  }

  function leave() {
    pageUser = undefined;
    enter('signedOut');
  }

  return {
    phase: () => phase,
    subscribe: listeners.subscribe,
    /**
     * Calls the listener after each sign-in, in this tab or another.
     *
     * @returns a function that removes the listener
     */
    onSignIn: signInListeners.subscribe,
    /**
     * Called when the service has reported who is signed in.
     *
     * @param who text that identifies user and customer
     */
    found(who: string) {
      adopt(who);
      channel?.send({ kind: 'found', who } satisfies SessionMessage);
    },
    /**
     * Leaves the phase `otherUser`, for a page that was created for `who` and has no data from earlier users.
     *
     * @returns false if yet another user has signed in since
     */
    continueAs(who: string) {
      if (who !== signedInUser) return false;
      pageUser = who;
      enter('live');
      return true;
    },
    /** A user signed in, in this tab. */
    signedIn(who: string) {
      begin(who);
      channel?.send({ kind: 'signedIn', who } satisfies SessionMessage);
    },
    /** The user signed out, in this tab. */
    signedOut() {
      leave();
      channel?.send({ kind: 'signedOut' } satisfies SessionMessage);
    },
    /** The browser restored a page whose session has ended. Other tabs know their state, so they are not notified. */
    gone: leave,
    /**
     * A response said that the session has ended.
     *
     * @param useless whether the service kept refusing the session even though its tokens were renewed (T23)
     */
    ended(useless = false) {
      if (phase !== 'live' || pageUser === undefined) return;
      wasUseless = useless;
      enter('over');
    },
    /** Whether the last session ended with `useless`. */
    wasUseless: () => wasUseless,
    /** Opens the sign-in dialog, which the user may also want while the session is live. */
    openSignIn: () => showSignIn(true),
    closeSignIn: () => showSignIn(false),
    isSignInOpen: () => isSignInOpen,
    current: () => ({ who: pageUser, count }),
  };
}

/** Messages are validated because another tab may run a different version of the console. */
function isSessionMessage(data: unknown): data is SessionMessage {
  if (!isObject(data)) return false;
  if (data['kind'] === 'signedOut') return true;
  return ['signedIn', 'found'].includes(String(data['kind'])) && typeof data['who'] === 'string';
}
