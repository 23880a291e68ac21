import { describe, expect, it } from 'vitest';

import { checkStaticConfig, loadStaticConfig } from './staticConfig.ts';

const least = { apiUrl: '/service', consoleUrl: '/service/console/' };
const check = (value: unknown) => () => checkStaticConfig(JSON.stringify(value));

describe('H17: config.json for static hosting', () => {
  it('needs only apiUrl and consoleUrl', () => {
    expect(check(least)()).toEqual({ apiUrl: '/service', consoleUrl: '/service/console' });
  });

  it('accepts the optional keys', () => {
    const optional = { customerId: 'cid_1', customerIdClaim: 'a.b', environmentName: 'Staging' };
    expect(check({ ...least, ...optional })()).toMatchObject({
      ...optional,
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
  ])('reports the key %s if its value is %j', (key, value) => {
    expect(check({ ...least, [key]: value })).toThrow(`The key "${key}" of config.json must be`);
  });

  it('reports an unknown key', () => {
    expect(check({ ...least, password: 'x' })).toThrow('the unknown key "password"');
  });

  it.each(['', '<!doctype html>', '{"apiUrl":'])('reports that %j is not JSON', (text) => {
    expect(() => checkStaticConfig(text)).toThrow('config.json is missing, or is not JSON.');
  });

  it.each([[[]], [null], ['x']])('reports that %j is not an object', (value) => {
    expect(check(value)).toThrow('config.json must be a JSON object.');
  });

  it.each([
    [async () => new Response('', { status: 404 }), 'responded with status 404'],
    [async () => Promise.reject(new TypeError('offline')), 'check the connection'],
  ])('reports that it cannot be loaded', async (fetch, words) => {
    await expect(loadStaticConfig(fetch, '/')).rejects.toThrow(words);
  });

  it('is loaded from the page’s folder, never from the cache', async () => {
    const asked: unknown[] = [];
    await loadStaticConfig(async (...call) => {
      asked.push(call);
      return Response.json(least);
    }, '/sim/');
    expect(asked).toEqual([['/sim/config.json', { cache: 'no-store' }]]);
  });
});
