import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { describeError } from '#api/describeError.ts';
import { isCustomerId } from '#api/session/customerId.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { TextField } from '#ui/Field.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import { messages } from './messages.ts';
import { useSessionCall } from './useSessionCall.ts';

import styles from './SignInPage.module.css';

interface CustomerFormProps {
  onDone: (info: SessionInfo) => void | Promise<void>;
  /** There is no session that could have a customer: somebody has to sign in first. */
  onSessionEnded: () => void;
  heading: ReactNode;
  /** What this person had before. */
  initialCustomerId?: string;
}

/** Asks for the customer id where neither the service nor the configuration gave it. */
export function CustomerForm({
  onDone,
  onSessionEnded,
  heading,
  initialCustomerId = '',
}: CustomerFormProps) {
  const session = useSession();
  const call = useSessionCall(onDone);
  const input = useRef<HTMLInputElement>(null);
  const [invalid, setInvalid] = useState(false);

  // Takes the place of the form that was just submitted, whose button had the focus.
  useEffect(() => input.current?.focus(), []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const customerId = input.current?.value.trim() ?? '';
    const sound = isCustomerId(customerId);
    setInvalid(!sound);
    if (!sound) {
      input.current?.focus();
      return;
    }
    call.start(
      (options) => session.chooseCustomer(customerId, options),
      ({ endsSession }) => endsSession && onSessionEnded(),
    );
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {heading}
      <p className={styles.lead}>{messages.customerLead}</p>
      <TextField
        ref={input}
        label={messages.customerId}
        hint={messages.customerIdHint}
        error={invalid ? messages.customerIdInvalid : undefined}
        name="customerId"
        defaultValue={initialCustomerId}
        autoComplete="off"
        mono
        required
      />
      {call.error && <ErrorNotice {...describeError(call.error, messages.customerDoing)} />}
      {call.isRunning && <StillWaiting {...(call.cancel && { onCancel: call.cancel })} />}
      <Button type="submit" variant="primary" aria-disabled={call.isRunning}>
        {messages.customerContinue}
      </Button>
    </form>
  );
}
