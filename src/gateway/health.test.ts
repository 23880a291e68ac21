import { describe, expect, it } from 'vitest';

import { createBench } from './testBench.ts';

describe('H20: /healthz and /readyz', () => {
  it('tell only the state, ask no service, and need none of the console’s headers', async () => {
    let isReady = true;
    const bench = await createBench({ isReady: () => isReady });
    const ask = async (path: string) => {
      const answer = await bench.send('GET', path, { bare: true });
      return [answer.status, (await answer.text()).length < 12];
    };
    expect(await ask('/healthz')).toEqual([200, true]);
    expect(await ask('/readyz')).toEqual([200, true]);
    isReady = false;
    expect(await ask('/healthz')).toEqual([200, true]);
    expect(await ask('/readyz')).toEqual([503, true]);
    expect(bench.seen).toEqual([]);
    expect(bench.log).toEqual([]);
  });

  it('answer when there is a base path, too', async () => {
    const bench = await createBench({ environment: { BASE_PATH: '/sims/' } });
    const status = async (path: string) => (await bench.send('GET', path)).status;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
  });
});
