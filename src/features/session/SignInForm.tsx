import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { describeError } from '#api/describeError.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { TextField } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';

import { messages } from './messages.ts';
import { useSessionCall } from './useSessionCall.ts';

import styles from './SignInPage.module.css';

interface SignInFormProps {
  onDone: (info: SessionInfo) => void;
  heading: ReactNode;
  lead: string;
  /** Who was signed in before. */
  initialUsername?: string;
}

/** Username and password; keeps both after a refusal, so that a slip can be mended. */
export function SignInForm({ onDone, heading, lead, initialUsername = '' }: SignInFormProps) {
  const session = useSession();
  const call = useSessionCall(onDone);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<'username' | 'password'>();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = {
      username: username.current?.value ?? '',
      password: password.current?.value ?? '',
    };
    if (typed.username === '') {
      setMissing('username');
      username.current?.focus();
    } else if (typed.password === '') {
      setMissing('password');
      password.current?.focus();
    } else {
      setMissing(undefined);
      call.start((options) => session.signIn(typed, options));
    }
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {heading}
      <p className={styles.lead}>{lead}</p>
      <TextField
        ref={username}
        label={messages.username}
        name="username"
        defaultValue={initialUsername}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={missing === 'username' ? messages.usernameMissing : undefined}
      />
      <TextField
        ref={password}
        label={messages.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={missing === 'password' ? messages.passwordMissing : undefined}
      />
      {call.error && <ErrorNotice {...describeError(call.error, messages.doing)} />}
      {call.blockedUntil !== undefined && (
        <Notice tone="warning">
          <span>
            {messages.tryAgain} <Countdown until={call.blockedUntil} />
          </span>
        </Notice>
      )}
      {call.running && <StillWaiting onCancel={call.cancel} />}
      <Button type="submit" variant="primary" aria-disabled={call.running}>
        {call.running ? messages.submitting : messages.submit}
      </Button>
    </form>
  );
}
