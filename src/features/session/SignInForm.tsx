import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ApiError } from '#api/errors.ts';
import type { FailedSignIn } from '#api/session/failedSignIn.ts';
import { useSession } from '#api/session/SessionProvider.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { TextField } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';

import { SessionCallProgress } from './SessionCallProgress.tsx';
import { useSessionCall } from './useSessionCall.ts';

import styles from './SignInPage.module.css';

interface SignInFormProps {
  onDone: (info: SessionInfo) => void | Promise<void>;
  heading: ReactNode;
  lead: string;
  /** The user who was signed in last. */
  initialUsername?: string;
  /** A failed sign-in that was sent before the console had loaded. */
  failed?: FailedSignIn | undefined;
  /** Whether the first field gets focus when it appears, as after a sign-out. */
  hasFocus?: boolean;
  /** Called when the user starts to fill in the form. */
  onTyping?: (() => void) | undefined;
}

interface SignInLimit {
  readonly username: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /**
   * Who has to wait: the service limits sign-ins per username (API document 8.3), the gateway per network address.
   * If the service is down, nobody has to wait, because it may be back earlier than announced.
   */
  readonly holds: 'username' | 'network' | 'nobody';
}

function isHeld(limit: SignInLimit | undefined, username: string): boolean {
  if (!limit || limit.holds === 'nobody') return false;
  if (limit.holds === 'username' && limit.username !== username) return false;
  return systemClock.now() < limit.until;
}

function whoWaits({ kind, code }: ApiError): SignInLimit['holds'] {
  if (code === 'sign_in_limited') return 'network';
  return kind === 'rateLimited' ? 'username' : 'nobody';
}

function limitOf({ username, error, at }: FailedSignIn): SignInLimit | undefined {
  if (error.retryAfterMs === undefined) return undefined;
  return { username, until: at + error.retryAfterMs, holds: whoWaits(error) };
}

const adviceOf = {
  username: 'Wait until the service accepts another attempt for this username.',
  network:
    'Wait, then try again. Everybody on the same network shares this limit. Nothing was sent to the service.',
  nobody: undefined,
};

const waitOf = {
  username: (username: string) => `You can try again as “${username}”`,
  network: () => 'The next sign-in from your network will be accepted',
  nobody: () => 'According to the service, sign-ins will be accepted again',
};

/** Asks for username and password, and keeps both after a refusal, so that a typo can be corrected. */
export function SignInForm({ onDone, heading, lead, failed, onTyping, ...more }: SignInFormProps) {
  const { initialUsername = failed?.username ?? '', hasFocus } = more;
  const session = useSession();
  const call = useSessionCall(onDone, failed?.error);
  const form = useRef<HTMLFormElement>(null);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(failed && limitOf(failed));
  const [missing, setMissing] = useState<'username' | 'password'>();

  const refusal = call.error && describeError(call.error, 'sign in');
  const waitAdvice = limit && adviceOf[limit.holds];

  useEffect(() => {
    // Before any script runs, the browser itself reports empty fields.
    if (form.current) form.current.noValidate = true;
    // Typed before the console had loaded, or filled in by the browser.
    if (username.current?.value !== '') onTyping?.();
    if (hasFocus) username.current?.focus();
  }, [onTyping, hasFocus]);

  function handleInput() {
    onTyping?.();
    // Typing cancels a waiting call, which would send the old values.
    if (call.wait) call.cancel?.();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = {
      username: username.current?.value ?? '',
      password: password.current?.value ?? '',
    };
    const empty = (['username', 'password'] as const).find((name) => typed[name] === '');
    setMissing(empty);
    if (empty) {
      (empty === 'username' ? username : password).current?.focus();
      // The service would reject the sign-in. The user can see the countdown.
    } else if (!isHeld(limit, typed.username)) {
      setLimit(undefined);
      call.start(
        (options) => session.signIn(typed, options),
        (error) => setLimit(limitOf({ username: typed.username, error, at: systemClock.now() })),
      );
    }
  }

  return (
    // Before any script runs, the browser posts the form to the gateway, so the password never appears in the URL.
    <form ref={form} method="post" onSubmit={submit} onInput={handleInput} className={styles.form}>
      {heading}
      <p className={styles.lead}>{lead}</p>
      <TextField
        ref={username}
        label="Username"
        name="username"
        defaultValue={initialUsername}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={missing === 'username' ? 'Enter your username.' : undefined}
      />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={missing === 'password' ? 'Enter your password.' : undefined}
      />
      {refusal && <ErrorNotice {...refusal} advice={waitAdvice ?? refusal.advice} />}
      {limit && (
        <Notice tone="warning">
          <span>
            {waitOf[limit.holds](limit.username)} <Countdown until={limit.until} />
          </span>
        </Notice>
      )}
      <SessionCallProgress call={call} doing="sign in" />
      <Button type="submit" variant="primary" aria-disabled={call.isRunning}>
        {call.isRunning ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
