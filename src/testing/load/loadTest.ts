import { setTimeout as delay } from 'node:timers/promises';

import { type GatewayProcess, startProcess } from '../fixtures/gatewayProcess.ts';
import { type PostgresServer, withClient } from '../fixtures/testPostgres.ts';
import { createLoadTestPeople, type WorkFigures } from './loadTestPeople.ts';
import {
  countRepeats,
  type GatewayLife,
  recordLeases,
  type RepeatFigures,
} from './repeatedRefreshes.ts';
import { startTokenService } from './tokenService.ts';

/** A fault in the gateways or their database, and how long after the last sign-in it occurs. */
export type Fault = { readonly atMs: number } &
  /** `kill -9` of a gateway; another gateway is started immediately. */
  (
    | { readonly kind: 'kill' }
    /** SIGSTOP of a gateway. */
    | { readonly kind: 'stop'; readonly forMs: number }
    /** Immediate shutdown of the database, which is restarted immediately. */
    | { readonly kind: 'restart the database' }
  );

export interface LoadTestFigures extends RepeatFigures, Omit<WorkFigures, 'signedOut'> {
  readonly refreshes: number;
  /** Sessions that ended, and how many of them had a refresh refused by the service. */
  readonly signOuts: number;
  readonly signOutsByService: number;
  /** Users who, by the end, had received no response from the service since the last fault. */
  readonly stillWaiting: number;
  /** Gateways that exited without being killed. */
  readonly ended: number;
}

const gateways = 3;

type Gateway = GatewayProcess & { readonly life: GatewayLife };

/**
 * Three gateways on one PostgreSQL, and users whose calls go through all gateways in turn, while faults happen.
 *
 * This test's service does not limit refreshes. The gateways' limit is lifted in the database, because five refreshes a
 * minute would be too few to show anything; the queue has its own models.
 *
 * @param given.lifetimeMs lifetime of an access token
 * @param given.restMs pause between a user's calls
 * @param given.recoveryMs time from the last fault until every user must be able to work again
 */
export async function runLoadTest(given: {
  readonly postgres: PostgresServer;
  readonly people: number;
  readonly lifetimeMs: number;
  readonly restMs: number;
  readonly faults: readonly Fault[];
  readonly recoveryMs: number;
}): Promise<LoadTestFigures> {
  const { postgres, faults } = given;
  const service = await startTokenService({ lifetimeMs: given.lifetimeMs, refreshMs: 200 });
  const databaseUrl = await postgres.createDatabase();
  const lives: GatewayLife[] = [];
  const restarts: { from: number; to: number }[] = [];

  async function start(): Promise<Gateway> {
    const life = { name: `gateway${lives.length + 1}`, killedAt: Infinity, stops: [] };
    lives.push(life);
    const gateway = await startProcess({
      environment: {
        SIM_API_URL: service.originFor(life.name),
        SIM_CONSOLE_URL: service.origin,
        DATABASE_URL: databaseUrl,
        SIGN_IN_TRIES: '10000',
      },
    });
    return { ...gateway, life };
  }

  const running: Gateway[] = [];
  let turn = 0;
  let victim = 0;
  const standing = new Set<number>();

  const people = createLoadTestPeople({
    nextPort: () => running[turn++ % running.length]?.port ?? 0,
    restMs: given.restMs,
  });

  /** Like a supervisor, keeps trying until the gateway starts, because the database may be unavailable. */
  async function startAgain(): Promise<Gateway> {
    try {
      return await start();
    } catch {
      await delay(200);
      return startAgain();
    }
  }

  /** The next running gateway in turn; undefined if there is none. */
  function nextVictim(): number | undefined {
    for (let tries = 0; tries < gateways; tries++) {
      victim = (victim + 1) % gateways;
      if (!standing.has(victim)) return victim;
    }
    return undefined;
  }

  async function act(fault: Fault): Promise<void> {
    if (fault.kind === 'restart the database') {
      const restart = { from: Date.now(), to: Infinity };
      restarts.push(restart);
      await postgres.crash();
      await postgres.restart();
      restart.to = Date.now();
      return;
    }
    const place = nextVictim();
    if (place === undefined) return;
    standing.add(place);
    if (fault.kind === 'kill') {
      const gateway = running[place];
      if (gateway) gateway.life.killedAt = Date.now();
      await gateway?.kill();
      running[place] = await startAgain();
    } else {
      const stop = { from: Date.now(), to: Infinity };
      running[place]?.life.stops.push(stop);
      running[place]?.child.kill('SIGSTOP');
      await delay(fault.forMs);
      running[place]?.child.kill('SIGCONT');
      stop.to = Date.now();
    }
    standing.delete(place);
  }

  try {
    // If a gateway fails to start, the others must still be stopped.
    const starts = await Promise.allSettled(Array.from({ length: gateways }, start));
    for (const begun of starts) if (begun.status === 'fulfilled') running.push(begun.value);
    for (const begun of starts) if (begun.status === 'rejected') throw begun.reason;
    await liftRefreshLimit(databaseUrl);
    await recordLeases(databaseUrl);
    await people.signIn(given.people);
    people.beginWork();
    await Promise.all(
      faults.map(async (fault) => {
        await delay(fault.atMs);
        await act(fault);
      }),
    );
    const lastFaultAt = Date.now();
    const waiting = () => people.waitingSince(lastFaultAt);
    while (waiting() > 0 && Date.now() - lastFaultAt < given.recoveryMs) await delay(100);
    await people.endWork();

    const { signedOut, ...figures } = people.figures();
    const isRefused = (username: string) =>
      service.refreshes.some((sent) => sent.username === username && sent.outcome === 'refused');
    const repeats = await countRepeats(databaseUrl, {
      refreshes: service.refreshes,
      gateways: lives,
      restarts,
    });
    return {
      ...figures,
      refreshes: service.refreshes.length,
      ...repeats,
      signOuts: signedOut.length,
      signOutsByService: signedOut.filter(isRefused).length,
      stillWaiting: waiting(),
      ended: running.filter((gateway) => gateway.end() !== undefined).length,
    };
  } finally {
    await people.endWork();
    await Promise.all(running.map((gateway) => gateway.kill()));
    service.close();
  }
}

/** The budget records no refreshes, so every user gets a turn immediately. */
export async function liftRefreshLimit(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`
      create function note_none() returns trigger language plpgsql as
        $$ begin new.sent_at := '[]'; return new; end $$;
      create trigger note_none before update on refresh_budgets
        for each row execute function note_none();
    `),
  );
}
