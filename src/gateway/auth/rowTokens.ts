import { leftOfPause } from '#api/tokens/pause.ts';
import type { SessionTokens } from '#api/tokens/sessionTokens.ts';

import { openTokens, sealTokens, type SessionSecrets } from './sealedTokens.ts';
import {
  longestPauseMs,
  type RenewalChange,
  type SealedPair,
  type SessionRow,
} from './sessionRow.ts';

/** A row's tokens, which only the session's cookie can decrypt. */
export function openRow(row: SessionRow, cookie: string): SessionSecrets {
  return openTokens(row.sealed, { cookie, generation: row.generation });
}

/** The token engine's view of a row. Its times are converted from the database's clock to this process's. */
export function tokensOfRow(row: SessionRow, secrets: SessionSecrets, now: number): SessionTokens {
  const here = (at: number) => at - row.now + now;
  const pauseUntil = (at: number) => {
    const left = at - row.now;
    return { begun: now, length: left > longestPauseMs ? 0 : Math.max(0, left) };
  };
  return {
    generation: row.generation,
    access: secrets.accessToken,
    refresh: secrets.refreshToken,
    receivedAt: here(row.receivedAt),
    dueAt: here(row.dueAt),
    overAt: here(row.overAt),
    accessRefused: row.accessRefused,
    verdict: row.verdict,
    lostAnswers: row.lostAnswers,
    renewalOver: row.renewalOver,
    uselessRefreshes: row.uselessRefreshes,
    failedRefreshes: row.failedRefreshes,
    unhelpful: pauseUntil(row.unhelpfulUntil),
    askedToWait: pauseUntil(row.waitUntil),
  };
}

/** The token data stored besides the pair itself. */
export function renewalChangeOf(tokens: SessionTokens, now: number) {
  const { accessRefused, verdict, lostAnswers, renewalOver } = tokens;
  const { uselessRefreshes, failedRefreshes, unhelpful, askedToWait } = tokens;
  return {
    accessRefused,
    verdict,
    lostAnswers,
    renewalOver,
    uselessRefreshes,
    failedRefreshes,
    unhelpfulForMs: leftOfPause(unhelpful, now),
    waitForMs: leftOfPause(askedToWait, now),
  } satisfies RenewalChange;
}

/** The pair, sealed for storage. */
export function sealedPairOf(tokens: SessionTokens, cookie: string, now: number): SealedPair {
  const { access: accessToken, refresh: refreshToken, generation } = tokens;
  return {
    sealed: sealTokens({ accessToken, refreshToken }, { cookie, generation }),
    receivedAgoMs: now - tokens.receivedAt,
    dueInMs: tokens.dueAt - now,
    overInMs: tokens.overAt - now,
  };
}
