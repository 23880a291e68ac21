import { expect, it } from 'vitest';

import { fakeService, groupUpdate, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';

/** A user whose customer id the service does not provide. */
async function open(environment = {}) {
  const service = fakeService(undefined, { customer_id: undefined });
  const { fixture, cookie } = await signedInFixture({ environment, service });
  const choose = (customerId: unknown) =>
    fixture.send('PUT', '/session/customer', { cookie, body: { customerId } });
  return { fixture, cookie, choose };
}

it('the customer id is requested if nothing else provides it, and is kept in the session', async () => {
  const { fixture, cookie, choose } = await open();
  const refused = await fixture.send('GET', '/api/things', { cookie });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'customer_required' });

  expect(await (await choose('cid_asked')).json()).toMatchObject({
    username: 'writer',
    customerId: 'cid_asked',
    mayChangeCustomer: true,
  });
  await fixture.send('GET', '/api/things', { cookie });
  expect(fixture.seen.at(-1)?.headers.get('apikey')).toBe('cid_asked');
  await fixture.send('PUT', '/api/thingsgroup/a', { cookie, body: groupUpdate });
  expect(fixture.seen.at(-1)?.headers.get('apikey')).toBe('cid_asked');
});

const invalid = ['', 'a b', 'a\r\nx: y', 'a\u007f', 'Zoë', 'a'.repeat(1001), 7, null];
it.each(invalid)('%j is not a customer id', async (id) => {
  const { choose } = await open();
  expect((await choose(id)).status).toBe(400);
});

const opaque = ['ACME=7/a+b', '{"id":"1,2"}', '50%', 'a'.repeat(129)];
it.each(opaque)('API document 2: %j is forwarded as typed', async (customerId) => {
  const { fixture, cookie, choose } = await open();
  expect(await (await choose(customerId)).json()).toMatchObject({ customerId });
  await fixture.send('GET', '/api/things', { cookie });
  expect(fixture.seen.at(-1)?.headers.get('apikey')).toBe(customerId);
});

it('the customer id cannot be changed if the configuration sets it', async () => {
  const { fixture, cookie, choose } = await open({ CUSTOMER_ID: 'ACME=7/a+b' });
  expect((await choose('cid_other')).status).toBe(400);
  await fixture.send('GET', '/api/things', { cookie });
  expect(fixture.seen.at(-1)?.headers.get('apikey')).toBe('ACME=7/a+b');
});
