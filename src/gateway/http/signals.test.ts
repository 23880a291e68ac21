import { EventEmitter } from 'node:events';

import { expect, it } from 'vitest';

import { fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

import { endProcess } from './stopping.ts';

const distDir = builtSite();

/** A gateway that drains for 300 s, in a process that the test can signal. */
async function startProcess() {
  const clock = manualClock();
  const environment = { DRAIN_SECONDS: '300' };
  const gateway = await startedGateway({ environment, upstream: fakeService(), clock, distDir });
  const codes: number[] = [];
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => codes.push(code) });
  const flush = async () => undefined;
  endProcess({ process, clock, log: () => undefined, stop: gateway.close, flush });
  const send = async (signal: string) => {
    process.emit(signal);
    await clock.advance(0);
  };
  return { clock, codes, send, pageStatus: async () => (await gateway.send('/things')).status };
}

it('T13: SIGTERM drains, a second one changes nothing, and the process exits with 0', async () => {
  const { clock, codes, send, pageStatus } = await startProcess();
  await send('SIGTERM');
  await clock.advance(299_999);
  await send('SIGTERM');
  expect(codes).toEqual([]);
  expect(await pageStatus()).toBe(200);
  await clock.advance(1);
  await expect.poll(() => codes).toEqual([0]);
});

it('T13: SIGINT repeated by npm counts as one Ctrl-C, and the next ends the process immediately', async () => {
  const { clock, codes, send, pageStatus } = await startProcess();
  await send('SIGINT');
  await clock.advance(499);
  await send('SIGINT');
  await clock.advance(1);
  expect(codes).toEqual([]);
  expect(await pageStatus()).toBe(200);
  await send('SIGINT');
  expect(codes).toEqual([130]);
  await clock.advance(300_000);
});
