import { setTimeout as delay } from 'node:timers/promises';

import { startProcess } from '../fixtures/gatewayProcess.ts';
import { call, signIn } from './consoleClient.ts';
import { median, printer } from './figures.ts';
import { onEachDatabase } from './onEachDatabase.ts';

const print = printer('watch');

/**
 * Prints how long a person's list call takes through a gateway on the sandbox, without the watch and with it at its
 * usual pace, for both engines (target: at most 5 % more at the median). Needs a build: `npm run build`.
 */
const calls = 250;
/** The person's calls come at random moments between the watch's, which are half a second apart. */
const pauseMs = 40;
const path = '/api/things?sortBy[ThingName]=ASC&limit=50&offset=0';

await onEachDatabase(async (name, address) => {
  const times = { without: [] as number[], beside: [] as number[] };
  let sent = 0;
  // In this order, a machine that gets slower or faster in the meantime affects both alike.
  for (const watches of [false, true, true, false, false, true, true, false]) {
    const measured = await measure(address, watches);
    times[watches ? 'beside' : 'without'].push(...measured.times);
    sent += measured.sent;
  }
  const [usual, slowed] = [median(times.without), median(times.beside)];
  print(`${name}: a list without the watch`, usual);
  print(`${name}: beside the watch, which sent ${sent} calls`, slowed);
  print(`${name}: difference (aim: at most 5)`, (slowed / usual - 1) * 100, '%');
});

/** @returns the times of a person's calls, and how many the watch sent */
async function measure(address: string, watches: boolean) {
  const gateway = await startProcess({
    environment: {
      DATABASE_URL: address,
      DRAIN_SECONDS: '0',
      SANDBOX_THINGS: '5000',
      SANDBOX_WATCH: String(watches),
    },
  });
  try {
    const cookie = await signIn(gateway.port, 'writer', 'sandbox-writer');
    const times: number[] = [];
    for (let index = -30; index < calls; index++) {
      const { ms, status } = await call(gateway.port, cookie, { path });
      if (status !== 200) throw new Error(`A list was answered with ${status}`);
      if (index >= 0) times.push(ms);
      await delay(pauseMs * (0.5 + Math.random()));
    }
    return { times, sent: watches ? await gateway.metric('sim_console_watch_calls_total') : 0 };
  } finally {
    await gateway.stop();
  }
}
