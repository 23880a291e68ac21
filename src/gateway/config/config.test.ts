import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';
import { keys } from './configKeys.ts';

const real = {
  SIM_API_URL: 'https://api.example.com',
  SIM_CONSOLE_URL: 'https://c.example.com/x/',
};

describe('the configuration', () => {
  it('needs nothing: without keys it is the sandbox on localhost', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      service: { kind: 'sandbox', sandbox: { things: 5000, seed: 1, latencyMs: 0 } },
      publicOrigin: null,
      basePath: '/',
      frameAncestors: [],
      cookieCrossSite: false,
      customerId: null,
      customerIdClaim: null,
      sessionIdleMs: 3_600_000,
      sessionMaxMs: 86_400_000,
      environmentName: 'Sandbox',
      clientIpHeader: null,
      metricsPort: null,
      drainMs: 0,
    });
  });

  it('reads every key', () => {
    const config = readConfig({
      ...real,
      PORT: '0',
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://sim.example.com/',
      BASE_PATH: '/tools/sim',
      FRAME_ANCESTORS: ' https://a.example  https://b.example:8443 http://localhost:3000 ',
      COOKIE_CROSS_SITE: 'true',
      CUSTOMER_ID: 'cid_1',
      CUSTOMER_ID_CLAIM: 'a.b',
      SESSION_IDLE_MINUTES: '5',
      SESSION_MAX_HOURS: '8',
      METRICS_PORT: '9464',
      CLIENT_IP_HEADER: 'X-Real-IP',
      DRAIN_SECONDS: '10',
      SANDBOX_SEED: '',
    });
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      service: {
        kind: 'real',
        apiUrl: 'https://api.example.com',
        consoleUrl: 'https://c.example.com/x',
      },
      publicOrigin: 'https://sim.example.com',
      basePath: '/tools/sim/',
      frameAncestors: ['https://a.example', 'https://b.example:8443', 'http://localhost:3000'],
      cookieCrossSite: true,
      customerId: 'cid_1',
      customerIdClaim: ['a', 'b'],
      sessionIdleMs: 300_000,
      sessionMaxMs: 28_800_000,
      environmentName: '',
      clientIpHeader: 'x-real-ip',
      metricsPort: 9464,
      drainMs: 10_000,
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['SIM_API_URL', 'api.example.com'],
    ['SIM_API_URL', 'ftp://api.example.com'],
    ['SIM_CONSOLE_URL', 'https://user:secret@c.example.com'],
    ['SIM_API_URL', 'https://:secret@api.example.com'],
    ['SIM_API_URL', 'https://api.example.com/?'],
    ['SIM_API_URL', 'https://api.example.com/#'],
    ['SIM_CONSOLE_URL', 'https://c.example.com/?a=b'],
    ['PUBLIC_ORIGIN', 'http://sim.example.com'],
    ['PUBLIC_ORIGIN', 'https://sim.example.com/path'],
    ['PUBLIC_ORIGIN', '*'],
    ['BASE_PATH', 'sim'],
    ['BASE_PATH', '/../'],
    ['BASE_PATH', '//sim'],
    ['BASE_PATH', '/a"b'],
    // Longer than a pattern that tries every way to split it would end within a lifetime.
    ['BASE_PATH', `/${'a'.repeat(60)}"`],
    ['BASE_PATH', `/${'a/'.repeat(30)}"`],
    ['FRAME_ANCESTORS', '*'],
    ['FRAME_ANCESTORS', 'https://*.example.com'],
    ['FRAME_ANCESTORS', 'http://portal.example.com'],
    ['FRAME_ANCESTORS', 'https://portal.example.com/path'],
    ['FRAME_ANCESTORS', "https://a.example; script-src 'unsafe-inline'"],
    ['COOKIE_CROSS_SITE', 'yes'],
    ['CUSTOMER_ID', 'a b'],
    ['CUSTOMER_ID_CLAIM', '.a'],
    ['CUSTOMER_ID_CLAIM', 'a..b'],
    ['CUSTOMER_ID_CLAIM', 'a.'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_MAX_HOURS', '1.5'],
    ['ENVIRONMENT_NAME', 'x'.repeat(41)],
    ['METRICS_PORT', '0'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '2.5'],
    ['CLIENT_IP_HEADER', 'a b'],
    ['CLIENT_IP_HEADER', 'Authorization'],
    ['SANDBOX_THINGS', 'many'],
    ['SANDBOX_SEED', '-1'],
    ['SANDBOX_LATENCY_MS', '1e9'],
  ])('H3, H17: %s=%s stops it with a sentence that names the key and an example', (key, value) => {
    expect(() => readConfig({ ...real, [key]: value })).toThrow(
      new RegExp(`^${key} must be .+, for example ${key}=`),
    );
  });

  it.each([
    ['/', '/'],
    ['/sim', '/sim/'],
    ['/tools/sim-1.2_~/', '/tools/sim-1.2_~/'],
  ])('BASE_PATH=%s is read as %s', (value, basePath) => {
    expect(readConfig({ BASE_PATH: value }).basePath).toBe(basePath);
  });

  it.each(Object.entries(keys))('the example of %s is a good one', (key, { example }) => {
    expect(() =>
      readConfig({ ...real, PUBLIC_ORIGIN: 'https://a.example', [key]: example }),
    ).not.toThrow();
  });

  it.each([
    ['SIM_API_URL', { SIM_CONSOLE_URL: real.SIM_CONSOLE_URL }],
    ['SIM_CONSOLE_URL', { SIM_API_URL: real.SIM_API_URL }],
    ['PUBLIC_ORIGIN', { COOKIE_CROSS_SITE: 'true' }],
  ])('names %s where another key needs it', (key, environment) => {
    expect(() => readConfig(environment)).toThrow(key);
  });
});
