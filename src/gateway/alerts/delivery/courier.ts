import type { AlertNotice } from '#contract/alerts.ts';

/** What a receiver did with a message. */
export interface Reply {
  /** `gone`: it wants no more messages. */
  readonly kind: 'sent' | 'refused' | 'gone';
  /** In our own words, for users: a receiver's or a library's may contain an address or a password. */
  readonly answer: string;
  /** How long the receiver asks to wait. */
  readonly waitMs?: number | undefined;
}

/** The longest wait, whatever a receiver asks for. */
export const longestWaitMs = 24 * 60 * 60_000;

/** Delivers messages to one destination. */
export interface Courier {
  /** The receiver's host, for the log. */
  readonly host: string;
  /** How long an attempt may take; then its signal is aborted. */
  readonly maxMs: number;
  /**
   * Sends a message once.
   *
   * @throws if the message cannot be written; a receiver that cannot be reached is a reply
   */
  send(id: string, notice: AlertNotice, signal: AbortSignal): Promise<Reply>;
  /** Closes connections. */
  close(): void;
}

/** Node's code for an error, in parentheses; its message may contain an address. */
export function codeIn(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? ` (${code})` : '';
}
