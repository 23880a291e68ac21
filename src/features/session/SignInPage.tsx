import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { asksForEmbed } from '#lib/embed.ts';
import { safeNext } from '#lib/safeNext.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';

import { CustomerForm } from './CustomerForm.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';

import styles from './SignInPage.module.css';

/** The one page that anybody can open. Light on purpose: native controls, no schema or form library. */
export function SignInPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [asksCustomer, setAsksCustomer] = useState(() => search.get('ask') === 'customer');

  const wanted = safeNext(search.get('next'), paths.home());
  // After signing in, the sign-in page is not the place to go.
  const next = /^\/sign-in\/?(?:[?#]|$)/.test(wanted) ? paths.home() : wanted;
  const isInPortal = asksForEmbed(next.slice(next.indexOf('?') + 1));

  function enter(info: SessionInfo) {
    if (info.customerId !== null) return navigate(next, { replace: true });
    setAsksCustomer(true);
    return undefined;
  }

  return (
    <main className={styles.page}>
      <title>{`${messages.heading} · SIM Console`}</title>
      {!isInPortal && <Brand />}
      <div className={styles.card}>
        {asksCustomer ? (
          <CustomerForm
            onDone={enter}
            onSessionEnded={() => setAsksCustomer(false)}
            heading={<h1>{messages.customerHeading}</h1>}
          />
        ) : (
          <SignInForm onDone={enter} heading={<h1>{messages.heading}</h1>} lead={messages.lead} />
        )}
      </div>
    </main>
  );
}
