import { alertNotice, type AlertNotice } from '#contract/alerts.ts';
import { type Clock, sleep, within } from '#lib/clock.ts';

import { StoreUnavailableError } from '../../db/storeErrors.ts';
import { errorFields, type Log } from '../../ops/log.ts';
import type { AlertTarget } from '../targets.ts';
import type { Courier, Reply } from './courier.ts';
import { type ClaimedMessage, type createOutbox, leaseMs, type Outcome } from './outbox.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The waits after all attempts but the last. */
const waitsMs = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];

/** How often a gateway looks for messages. */
const everyMs = 5_000;
/** How often to retry recording an outcome while the store does not respond. */
const noteAgainMs = 1_000;
/** How long an attempt may continue once the gateway is stopping. */
const graceMs = 20_000;

/** What a sender needs. */
export interface SenderParts {
  readonly target: AlertTarget;
  /** The other destination, if there is one. */
  readonly other: AlertTarget | undefined;
  readonly courier: Courier;
  readonly outbox: Pick<ReturnType<typeof createOutbox>, 'claim' | 'note'>;
  /** A name unique to each gateway process. */
  readonly holder: string;
  /** Whether messages name SIMs (`ALERT_IDENTIFIERS`). */
  readonly identifiers: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly onTry: (outcome: Outcome['kind']) => void;
}

/** Sends the messages to one destination, one at a time. */
export function createSender(parts: SenderParts) {
  const { target, other, courier, outbox, holder, identifiers, clock, log } = parts;
  const stopping = new AbortController();
  let cancel = () => {};
  let underway: Promise<void> | undefined;

  async function attempt({ id, notice }: ClaimedMessage): Promise<Reply> {
    const late = new AbortController();
    const cancelLimit = clock.after(courier.maxMs, () => late.abort());
    try {
      return await courier.send(id, readNotice(notice, identifiers), late.signal);
    } catch (error) {
      log('failure', errorFields(error));
      return { kind: 'refused', answer: 'The gateway could not write the message' };
    } finally {
      cancelLimit();
    }
  }

  /** Retries until the store responds, because only this process knows the outcome. */
  async function note(message: ClaimedMessage, answer: string, outcome: Outcome): Promise<void> {
    try {
      await outbox.note(message, { holder, from: target, answer, outcome });
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await sleep(clock, noteAgainMs, stopping.signal);
      await note(message, answer, outcome);
    }
  }

  function outcomeOf({ kind, waitMs: pauseMs = 0 }: Reply, tries: number): Outcome {
    if (kind === 'sent') return { kind };
    if (kind === 'gone') return { kind, other };
    const waitMs = waitsMs[tries];
    if (waitMs === undefined) return { kind: 'failed' };
    return { kind: 'again', waitMs, pauseMs };
  }

  /** Sends the next message that is due. @returns whether there was one */
  async function sendNext(): Promise<boolean> {
    const claimedAt = clock.now();
    const message = await outbox.claim(target.target, holder);
    if (!message) return false;
    // This process may have stalled in the meantime, and the lease must outlast the attempt.
    const begun = clock.now();
    if (begun - claimedAt > leaseMs - courier.maxMs - minute / 2) return false;
    const reply = await attempt(message);
    const outcome = outcomeOf(reply, message.tries);
    log('alert message', {
      messageId: message.id,
      destination: target.destination,
      host: courier.host,
      outcome: outcome.kind,
      // If it was sent, the answer may name recipients.
      answer: outcome.kind === 'sent' ? undefined : reply.answer,
      tries: message.tries + 1,
      ms: clock.now() - begun,
    });
    parts.onTry(outcome.kind);
    await note(message, reply.answer, outcome);
    return true;
  }

  async function turn(): Promise<void> {
    const hasSent = await sendNext().catch((error: unknown) => {
      // The store's monitor has already logged an outage, and stopping a gateway is not a failure.
      const isExpected = error instanceof StoreUnavailableError || stopping.signal.aborted;
      if (!isExpected) log('failure', errorFields(error));
      return false;
    });
    if (!stopping.signal.aborted) cancel = clock.after(hasSent ? 0 : everyMs, start);
  }

  function start(): void {
    underway = turn();
  }

  return {
    sendNext,
    /** Sends messages until it is stopped. */
    start,
    /** Waits for the attempt in progress, but not for long. */
    async stop() {
      stopping.abort();
      cancel();
      await within(clock, graceMs, underway);
      courier.close();
    },
  };
}

/** Messages that were written with identifiers are sent without them if the configuration has changed since. */
function readNotice(json: string, identifiers: boolean): AlertNotice {
  const notice = alertNotice.parse(JSON.parse(json));
  if (identifiers) return notice;
  return { ...notice, alerts: notice.alerts.map(({ iccids: _, ...alert }) => alert) };
}
