import { lazy, type ReactNode, useState } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';

import type { FailedSignIn } from '#api/session/failedSignIn.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { asksForEmbed } from '#lib/embed.ts';
import { nextAfterSignIn } from '#lib/safeNext.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';

import { offeredUsers } from './offeredUsers.tsx';
import { SignInForm } from './SignInForm.tsx';

import styles from './SignInPage.module.css';

/** Rarely needed, and never on the first page that a browser shows without a session. */
const CustomerForm = lazy(async () => ({
  default: (await import('./CustomerForm.tsx')).CustomerForm,
}));

export interface SignInPageProps {
  /** Replaces the users that the page offers, because they load later. */
  beside?: ReactNode;
  /** A failed sign-in that was sent before the console had loaded. */
  failed?: FailedSignIn | undefined;
  /** Called when the user starts to fill in the form. */
  onTyping?: (() => void) | undefined;
  /** Called with the user who signed in, before the page they asked for opens. */
  onSignedIn?: ((info: SessionInfo) => void) | undefined;
}

/**
 * The only page without a session. It is kept small: native controls, no schema or form library. The build renders it
 * too, so its first render depends on nothing but the URL and the props.
 */
export function SignInPage({ beside, failed, onTyping, onSignedIn }: SignInPageProps) {
  const navigate = useNavigate();
  const session = useSession();
  // Whether this is the page on which the console was opened: only that page shows the failed sign-in.
  const isFirstPage = useLocation().key === 'default';
  const [failedBefore, setFailedBefore] = useState(isFirstPage ? failed : undefined);
  const [isNotKept, setNotKept] = useState(false);
  const [search] = useSearchParams();
  const [asksCustomer, setAsksCustomer] = useState(search.get('ask') === 'customer');

  const next = nextAfterSignIn(search.get('next'), paths.home());
  const isInPortal = asksForEmbed(next);
  // Not after a reload: somebody may be typing already. In a portal's frame, the portal has the focus.
  const isNewPage = useNavigationType() !== NavigationType.Pop && !isInPortal;

  async function enter(info: SessionInfo) {
    if (info.customerId !== null) {
      onSignedIn?.(info);
      await navigate(next, { replace: true });
      // If the user is redirected back here, the browser rejected the cookie, for example in a portal on another site.
      setNotKept(location.pathname.endsWith(paths.signIn()));
      return;
    }
    const isKept = (await session.read()) !== null;
    setNotKept(!isKept);
    setFailedBefore(undefined);
    setAsksCustomer(isKept);
  }

  return (
    <main className={styles.page}>
      <title>{`${asksCustomer ? 'Which customer?' : 'Sign in'} · SIM Console`}</title>
      {!isInPortal && <Brand />}
      <div className={styles.card}>
        {isNotKept && (
          <Notice tone="warning" isAlert>
            This browser did not store the session cookie. Allow cookies, or use another tab.
          </Notice>
        )}
        {asksCustomer ? (
          <OnDemand>
            <CustomerForm onDone={enter} onSessionEnded={() => setAsksCustomer(false)} />
          </OnDemand>
        ) : (
          <SignInForm
            onDone={enter}
            heading={<h1>Sign in</h1>}
            lead="Use the username and password of the SIM management service."
            failed={failedBefore}
            onTyping={onTyping}
            hasFocus={isNewPage}
          />
        )}
        {!asksCustomer && (beside ?? offeredUsers())}
      </div>
    </main>
  );
}
