import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';
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
  onDone: (info: SessionInfo) => void | Promise<void>;
  heading: ReactNode;
  lead: string;
  /** Who was signed in before. */
  initialUsername?: string;
}

interface SignInLimit {
  readonly username: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /**
   * Whom it holds back. The service counts sign-ins per username (API document 8.3), the gateway per
   * network address; a service that is away may be back before it said, and holds nobody.
   */
  readonly holds: 'username' | 'network' | 'nobody';
}

function isHeld(limit: SignInLimit | undefined, username: string): boolean {
  if (!limit || limit.holds === 'nobody') return false;
  if (limit.holds === 'username' && limit.username !== username) return false;
  return systemClock.now() < limit.until;
}

function whomItHolds({ kind, code }: ApiError): SignInLimit['holds'] {
  if (code === 'sign_in_limited') return 'network';
  return kind === 'rateLimited' ? 'username' : 'nobody';
}

const adviceOf = {
  username: { advice: messages.limitAdvice },
  network: { advice: messages.networkLimitAdvice },
  nobody: {},
};

const waitOf = {
  username: messages.tryAgain,
  network: () => messages.tryAgainFromNetwork,
  nobody: () => messages.comesBack,
};

/** Username and password; keeps both after a refusal, so that a slip can be mended. */
export function SignInForm({ onDone, heading, lead, initialUsername = '' }: SignInFormProps) {
  const session = useSession();
  const call = useSessionCall(onDone);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState<SignInLimit>();
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
      // It would only be refused; how long it wants to be left alone is on screen.
      if (isHeld(limit, typed.username)) return;
      setLimit(undefined);
      call.start(
        (options) => session.signIn(typed, options),
        (error) => {
          if (error.retryAfterMs === undefined) return;
          const until = systemClock.now() + error.retryAfterMs;
          setLimit({ username: typed.username, until, holds: whomItHolds(error) });
        },
      );
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
      {call.error && (
        <ErrorNotice
          {...describeError(call.error, messages.doing)}
          {...(limit && adviceOf[limit.holds])}
        />
      )}
      {limit && (
        <Notice tone="warning">
          <span>
            {waitOf[limit.holds](limit.username)} <Countdown until={limit.until} />
          </span>
        </Notice>
      )}
      {call.isRunning && <StillWaiting {...(call.cancel && { onCancel: call.cancel })} />}
      <Button type="submit" variant="primary" aria-disabled={call.isRunning}>
        {call.isRunning ? messages.submitting : messages.submit}
      </Button>
    </form>
  );
}
