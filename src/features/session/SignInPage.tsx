import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { asksForEmbed } from '#lib/embed.ts';
import { safeNext } from '#lib/safeNext.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';

import { CustomerForm, customerHeading } from './CustomerForm.tsx';
import { SignInForm } from './SignInForm.tsx';

import styles from './SignInPage.module.css';

/** The only page without a session. It is kept small: native controls, no schema or form library. */
export function SignInPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [asksCustomer, setAsksCustomer] = useState(() => search.get('ask') === 'customer');

  const wanted = safeNext(search.get('next'), paths.home());
  // Signing in must not lead back to the sign-in page.
  const next = /^\/sign-in\/?(?:[?#]|$)/.test(wanted) ? paths.home() : wanted;
  const isInPortal = asksForEmbed(next.slice(next.indexOf('?') + 1));

  function enter(info: SessionInfo) {
    if (info.customerId !== null) return navigate(next, { replace: true });
    setAsksCustomer(true);
    return undefined;
  }

  return (
    <main className={styles.page}>
      <title>Sign in · SIM Console</title>
      {!isInPortal && <Brand />}
      <div className={styles.card}>
        {asksCustomer ? (
          <CustomerForm
            onDone={enter}
            onSessionEnded={() => setAsksCustomer(false)}
            heading={<h1>{customerHeading}</h1>}
          />
        ) : (
          <SignInForm
            onDone={enter}
            heading={<h1>Sign in</h1>}
            lead="Use the username and password of the SIM management service."
          />
        )}
      </div>
    </main>
  );
}
