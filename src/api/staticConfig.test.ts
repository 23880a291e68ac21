import { describe, expect, it } from 'vitest';

import { checkStaticConfig, loadStaticConfig } from './staticConfig.ts';

const least = { apiUrl: '/service', consoleUrl: '/service/console/' };
const check = (value: unknown) => () => checkStaticConfig(JSON.stringify(value));

describe('H17: config.json of static hosting', () => {
  it('needs the two bases alone', () => {
    expect(check(least)()).toEqual({ apiUrl: '/service', consoleUrl: '/service/console' });
  });

  it('takes all keys that it names', () => {
    const further = { customerId: 'cid_1', customerIdClaim: 'a.b', environmentName: 'Staging' };
    expect(check({ ...least, ...further })()).toMatchObject({
      ...further,
      customerIdClaim: ['a', 'b'],
    });
  });

  it.each([
    ['apiUrl', undefined],
    ['apiUrl', 'https://api.example.com'],
    ['apiUrl', '//api.example.com/x'],
    ['apiUrl', '/\\api.example.com'],
    ['apiUrl', 'service'],
    ['apiUrl', '/service?x=1'],
    ['apiUrl', '/service/../session'],
    ['consoleUrl', '/'],
    ['consoleUrl', 7],
    ['customerId', 'a b'],
    ['customerIdClaim', ''],
    ['environmentName', 'x'.repeat(41)],
  ])('names the key %s where its value is %j', (key, value) => {
    expect(check({ ...least, [key]: value })).toThrow(`The key "${key}" of config.json must be`);
  });

  it('names a key that it does not know', () => {
    expect(check({ ...least, password: 'x' })).toThrow('the key "password", which does not exist');
  });

  it.each(['', '<!doctype html>', '{"apiUrl":'])('says that %j is no JSON', (text) => {
    expect(() => checkStaticConfig(text)).toThrow('config.json is missing, or is not JSON.');
  });

  it.each([[[]], [null], ['x']])('says that %j is no object', (value) => {
    expect(check(value)).toThrow('config.json must be one JSON object.');
  });

  it.each([
    [async () => new Response('', { status: 404 }), 'answered with status 404'],
    [async () => Promise.reject(new TypeError('offline')), 'check the connection'],
  ])('says when it cannot be loaded', async (fetch, words) => {
    await expect(loadStaticConfig(fetch, '/')).rejects.toThrow(words);
  });

  it('is looked for beside the page, and never taken from the cache', async () => {
    const asked: unknown[] = [];
    await loadStaticConfig(async (...call) => {
      asked.push(call);
      return Response.json(least);
    }, '/sim/');
    expect(asked).toEqual([['/sim/config.json', { cache: 'no-store' }]]);
  });
});
