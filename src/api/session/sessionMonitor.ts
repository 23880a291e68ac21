import type { TabLine } from '../tabs.ts';

/** How this tab's session stands. */
export type SessionPhase =
  | 'live'
  /** The service ended it: the page stays, and asks for a new sign-in over it. */
  | 'over'
  /** Somebody signed out, in this tab or another. */
  | 'signedOut'
  /** Somebody else signed in, in this tab or another: nothing of the former user may stay. */
  | 'otherUser';

type News = { readonly kind: 'signedIn'; readonly who: string } | { readonly kind: 'signedOut' };

/** Keeps what all tabs of a browser have to know of the one session that they share. */
export interface SessionMonitor {
  phase(): SessionPhase;
  subscribe(listener: () => void): () => void;
  /** Tells of each sign-in, here or in another tab; the returned function ends that. */
  onSignIn(listener: () => void): () => void;
  /**
   * The service told this tab who is signed in.
   *
   * @param who anything that is the same for the same user and customer alone
   */
  found(who: string): void;
  /**
   * Begins anew after `otherUser`, for a page that was made for `who` and holds nothing of those before.
   *
   * @returns false where somebody else again is signed in by now
   */
  beginAnew(who: string): boolean;
  /** Somebody signed in here. */
  signedIn(who: string): void;
  /** Somebody signed out here. */
  signedOut(): void;
  /** The browser shows a page again whose session is gone; the other tabs know how theirs stands. */
  gone(): void;
  /**
   * An answer said that the session is over.
   *
   * @param wasUseless since renewing it did not help, again and again
   */
  ended(wasUseless?: boolean): void;
  /** Whether the last session ended for that reason. */
  wasUseless(): boolean;
  /** Opens and closes the question for a new sign-in, which a person may want while the session lives. */
  openSignIn(): void;
  closeSignIn(): void;
  isSignInOpen(): boolean;
  /** Which session this tab is in. */
  current(): CurrentSession;
}

export interface CurrentSession {
  /** Whose page this is; undefined while nobody's. */
  readonly who: string | undefined;
  /** Another one after each sign-in that this tab heard of. */
  readonly count: number;
}

/** @param line to the other tabs; left out where each tab has a session of its own */
export function createSessionMonitor(line?: TabLine): SessionMonitor {
  const listeners = new Set<() => void>();
  const signInListeners = new Set<() => void>();
  let phase: SessionPhase = 'live';
  /** Whose page this is. */
  let user: string | undefined;
  /** Who is signed in, as far as this tab has heard. */
  let present: string | undefined;
  let count = 0;
  let wasUseless = false;
  let isSignInOpen = false;

  function notify() {
    for (const listener of listeners) listener();
  }

  function enter(next: SessionPhase) {
    if (phase === next) return;
    phase = next;
    notify();
  }

  function showSignIn(isOpen: boolean) {
    if (isSignInOpen === isOpen) return;
    isSignInOpen = isOpen;
    notify();
  }

  function adopt(who: string) {
    present = who;
    if (user !== undefined && user !== who) {
      enter('otherUser');
      return;
    }
    user = who;
    enter('live');
  }

  line?.listen((data) => {
    if (!isNews(data)) return;
    // A tab that shows nobody's data has nothing to lose or to hide.
    if (user === undefined) return;
    if (data.kind === 'signedIn') begin(data.who);
    else leave();
  });

  function begin(who: string) {
    count += 1;
    adopt(who);
    showSignIn(false);
    for (const listener of signInListeners) listener();
  }

  function leave() {
    user = undefined;
    enter('signedOut');
  }

  return {
    phase: () => phase,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSignIn(listener) {
      signInListeners.add(listener);
      return () => signInListeners.delete(listener);
    },
    found: adopt,
    beginAnew(who) {
      if (who !== present) return false;
      user = who;
      enter('live');
      return true;
    },
    signedIn(who) {
      begin(who);
      line?.tell({ kind: 'signedIn', who } satisfies News);
    },
    signedOut() {
      leave();
      line?.tell({ kind: 'signedOut' } satisfies News);
    },
    gone: leave,
    ended(useless = false) {
      if (phase !== 'live' || user === undefined) return;
      wasUseless = useless;
      enter('over');
    },
    wasUseless: () => wasUseless,
    openSignIn: () => showSignIn(true),
    closeSignIn: () => showSignIn(false),
    isSignInOpen: () => isSignInOpen,
    current: () => ({ who: user, count }),
  };
}

/** Another version of the console may be open in another tab, so its word is checked. */
function isNews(data: unknown): data is News {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false;
  if (data.kind === 'signedOut') return true;
  return data.kind === 'signedIn' && 'who' in data && typeof data.who === 'string';
}
