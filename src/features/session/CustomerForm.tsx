import { useEffect, useRef, useState, type SubmitEvent } from 'react';

import { describeError } from '#api/describeError.ts';
import { isCustomerId } from '#api/session/session.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { TextField } from '#ui/Field.tsx';

import { SessionCallProgress } from './SessionCallProgress.tsx';
import { useSessionCall } from './useSessionCall.ts';

import styles from './SignInPage.module.css';

export const customerHeading = 'Which customer?';

interface CustomerFormProps {
  onDone: (info: SessionInfo) => void | Promise<void>;
  /** Called when the session is gone and the user wants to sign in again. */
  onSessionEnded: () => void;
  /** Whether the form shows its heading, as it does outside a dialog. */
  hasHeading?: boolean;
  /** The id that this user had last time. */
  initialCustomerId?: string;
}

/** Asks for the customer ID if neither the service nor the configuration provides it. */
export function CustomerForm({
  onDone,
  onSessionEnded,
  hasHeading = true,
  initialCustomerId = '',
}: CustomerFormProps) {
  const session = useSession();
  const call = useSessionCall(onDone);
  const input = useRef<HTMLInputElement>(null);
  const [invalid, setInvalid] = useState(false);

  // This form replaces the submitted sign-in form, so the focus has to move here.
  useEffect(() => input.current?.focus(), []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const customerId = input.current?.value.trim() ?? '';
    const isValid = isCustomerId(customerId);
    setInvalid(!isValid);
    if (!isValid) {
      input.current?.focus();
      return;
    }
    call.start((options) => session.chooseCustomer(customerId, options));
  }

  return (
    // Typing cancels a waiting call, which would send the old value.
    <form onSubmit={submit} onInput={call.wait && call.cancel} noValidate className={styles.form}>
      {hasHeading && <h1>{customerHeading}</h1>}
      <p className={styles.lead}>
        The service did not say which customer this sign-in belongs to. Every call needs the
        customer ID. It is kept for this session only.
      </p>
      <TextField
        ref={input}
        label="Customer ID"
        hint="For example cid_1234. Letters, digits and symbols, without spaces."
        error={
          invalid
            ? 'Enter a customer ID of up to 1,000 letters, digits and symbols, without spaces or accents.'
            : undefined
        }
        name="customerId"
        defaultValue={initialCustomerId}
        autoComplete="off"
        mono
        required
      />
      {call.error && (
        <ErrorNotice {...describeError(call.error, 'set the customer ID')}>
          {call.error.endsSession && <Button onClick={onSessionEnded}>Sign in again</Button>}
        </ErrorNotice>
      )}
      <SessionCallProgress call={call} doing="set the customer ID" />
      <Button type="submit" variant="primary" aria-disabled={call.isRunning}>
        Continue
      </Button>
    </form>
  );
}
