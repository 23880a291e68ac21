import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { callPurpose } from '#api/callWords.ts';
import { endpoints, isServiceCall } from '#contract/endpoints.ts';
import { matchCall } from '#gateway/proxy/proxyTable.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const serviceCalls = Object.entries(endpoints).filter(([name]) => isServiceCall(name));

/** Everything that needs to know an endpoint: new endpoints are checked here without a change of this file. */
describe.each(serviceCalls)('%s', (_name, { method, path }) => {
  const address = path.replaceAll(/\{\w+\}/g, 'g1');

  it('is answered by the sandbox', async () => {
    const request = new Request(`http://sandbox.test${address}`, { method });
    const { status } = await createSandbox({ things: 1 }).fetch(request);
    expect([404, 405]).not.toContain(status);
  });

  it('passes the gateway, as operations.md says', () => {
    const match = matchCall(method, address, new URLSearchParams());
    expect(match).toMatchObject({ rule: { endpoint: { method, path } } });
    expect(operations).toContain(`\`${method} /api${path}\``);
  });

  it('confirms the customer id where operations.md says so', () => {
    const { confirmsBy } = matchCall(method, address, new URLSearchParams()).rule;
    const [confirming = ''] = /^- `GET .+ was sent with this id/m.exec(operations) ?? [];
    expect(confirming.includes(`\`${method} ${path}\``)).toBe(typeof confirmsBy === 'string');
  });

  it('has a purpose in the list "Calls"', () => {
    const call = { method, route: path, address, purpose: 'person', requestId: 'r' } as const;
    const begun = { ...call, number: 1, startedAt: 0, tookMs: undefined };
    const words = callPurpose({ ...begun, outcome: { kind: 'waiting' } }, () => 'Parcel Vans');
    expect(words).toMatch(/^[A-Z][a-z]/);
    expect(words).not.toContain(path);
  });
});
