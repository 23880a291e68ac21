import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { realService } from '#testing/fixtures/gatewayEnvironment.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import { readConfig } from './config.ts';
import { everySetting } from './configKeys.ts';
import { readAlerts, readWatch } from './watchConfig.ts';

const thisFile = fileURLToPath(import.meta.url);

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

describe('the configuration', () => {
  it('is a sandbox on localhost when no key is set', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      service: {
        kind: 'sandbox',
        sandbox: { things: 5000, seed: 1, latencyMs: 0, timePasses: true },
        isPublic: false,
      },
      publicOrigin: null,
      basePath: '/',
      frameAncestors: [],
      cookieCrossSite: false,
      customerId: null,
      customerIdClaim: null,
      sessionIdleMs: 3_600_000,
      sessionMaxMs: 86_400_000,
      signInTries: 30,
      environmentName: 'Sandbox',
      clientIpHeader: null,
      metricsPort: null,
      drainMs: 0,
      database: { kind: 'sqlite', file: null },
      historyMs: 365 * 86_400_000,
      inventory: true,
      fleetMs: 90 * 86_400_000,
      notesMs: 365 * 86_400_000,
      egressName: 'default',
      tacNamesFile: fileURLToPath(new URL('../../sandbox/tacNames.csv', import.meta.url)),
      networkNamesFile: null,
      // See watchConfig.test.ts.
      watch: readWatch({}, { isSandbox: true, inventory: true }),
      alerts: readAlerts({}),
    });
  });

  const keys = ['TAC_NAMES_FILE', 'NETWORK_NAMES_FILE'];
  it.each(keys)('Q3: refuses a %s that is missing or a folder', (key) => {
    for (const file of ['/none/names.csv', tmpdir()]) {
      expect(() => readConfig({ [key]: file })).toThrow(
        `${key} must be the path of a file that this user can read, for example ${key}=/etc/`,
      );
    }
  });

  it('reads every key', () => {
    const config = readConfig({
      ...realService,
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
      SIGN_IN_TRIES: '100',
      METRICS_PORT: '9464',
      CLIENT_IP_HEADER: 'X-Real-IP',
      DRAIN_SECONDS: '10',
      DATABASE_URL: 'postgres://console:geh%65im@db.example.com/console',
      HISTORY_DAYS: '30',
      FLEET_MEMORY: 'off',
      FLEET_DAYS: '14',
      NOTES_DAYS: '0',
      EGRESS_NAME: 'office-1',
      NETWORK_NAMES_FILE: thisFile,
      HTTPS_PROXY: 'http://user:p%40ss@proxy.example.com:3128',
      NO_PROXY: 'localhost,.example.com',
      SANDBOX_SEED: '',
    });
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      service: {
        kind: 'real',
        apiUrl: 'https://api.example.com',
        consoleUrl: 'https://c.example.com/x',
        proxies: {
          http: null,
          https: 'http://user:p%40ss@proxy.example.com:3128/',
          except: 'localhost,.example.com',
        },
      },
      publicOrigin: 'https://sim.example.com',
      basePath: '/tools/sim/',
      frameAncestors: ['https://a.example', 'https://b.example:8443', 'http://localhost:3000'],
      cookieCrossSite: true,
      customerId: 'cid_1',
      customerIdClaim: ['a', 'b'],
      sessionIdleMs: 300_000,
      sessionMaxMs: 28_800_000,
      signInTries: 100,
      environmentName: '',
      clientIpHeader: 'x-real-ip',
      metricsPort: 9464,
      drainMs: 10_000,
      database: {
        kind: 'postgres',
        host: 'db.example.com',
        port: 5432,
        database: 'console',
        user: 'console',
        password: 'geheim',
        tls: 'disable',
        authorityFile: null,
      },
      historyMs: 30 * 86_400_000,
      inventory: false,
      fleetMs: 14 * 86_400_000,
      notesMs: 0,
      egressName: 'office-1',
      tacNamesFile: null,
      networkNamesFile: thisFile,
      watch: null,
      alerts: readAlerts({}),
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
    ['PUBLIC_ORIGIN', 'https://sim.example.com,'],
    ['BASE_PATH', 'sim'],
    ['BASE_PATH', '/../'],
    ['BASE_PATH', '//sim'],
    ['BASE_PATH', '/a"b'],
    // So long that a backtracking pattern would never finish.
    ['BASE_PATH', `/${'a'.repeat(60)}"`],
    ['BASE_PATH', `/${'a/'.repeat(30)}"`],
    ['FRAME_ANCESTORS', '*'],
    ['FRAME_ANCESTORS', 'https://*.example.com'],
    ['FRAME_ANCESTORS', 'http://portal.example.com'],
    ['FRAME_ANCESTORS', 'https://portal.example.com/path'],
    ['FRAME_ANCESTORS', "https://a.example; script-src 'unsafe-inline'"],
    ['FRAME_ANCESTORS', 'https://a.example;script-src-elem https://x.example'],
    ['FRAME_ANCESTORS', 'https://a.example, https://b.example'],
    ['COOKIE_CROSS_SITE', 'yes'],
    ['CUSTOMER_ID', 'a b'],
    ['CUSTOMER_ID_CLAIM', '.a'],
    ['CUSTOMER_ID_CLAIM', 'a..b'],
    ['CUSTOMER_ID_CLAIM', 'a.'],
    ['SESSION_IDLE_MINUTES', '4'],
    ['SESSION_MAX_HOURS', '1.5'],
    ['SIGN_IN_TRIES', '0'],
    ['SIGN_IN_TRIES', '10001'],
    ['ENVIRONMENT_NAME', 'x'.repeat(41)],
    ['METRICS_PORT', '0'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '2.5'],
    ['CLIENT_IP_HEADER', 'a b'],
    ['CLIENT_IP_HEADER', 'Authorization'],
    ['CLIENT_IP_HEADER', 'Forwarded'],
    ['HTTPS_PROXY', 'socks5://proxy.example.com:1080'],
    ['HTTPS_PROXY', 'http://'],
    ['HTTPS_PROXY', 'http://proxy.example.com:0x50'],
    ['HTTPS_PROXY', 'http://proxy.example.com/path'],
    ['HTTPS_PROXY', 'http://user:%zz@proxy.example.com'],
    ['HTTP_PROXY', 'http://proxy example'],
    ['SANDBOX', '1'],
    ['SANDBOX_THINGS', 'many'],
    ['SANDBOX_SEED', '-1'],
    ['SANDBOX_LATENCY_MS', '1e9'],
  ])('H3, H17: %s=%s prevents startup; a sentence names the key and an example', (key, value) => {
    expect(() => readConfig({ ...realService, [key]: value })).toThrow(
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

  // The examples for files name files that do not exist here, and WATCH_USER needs such a file.
  const ofValues = everySetting.filter(({ key }) => !/_FILE$|^WATCH_USER$/.test(key));
  it.each(ofValues)('the example for $key is valid', ({ key, example }) => {
    const SMTP_URL_FILE = join(temporaryFolder(), 'smtp-url');
    writeFileSync(SMTP_URL_FILE, 'smtp://mail.example.com');
    // What other keys need.
    const mail = { ALERT_MAIL_TO: 'a@a.example', ALERT_MAIL_FROM: 'b@a.example', SMTP_URL_FILE };
    const alerts = { ALERT_WEBHOOK_URL: 'https://a.example', ALERT_FORMAT: 'teams', ...mail };
    const others = { PUBLIC_ORIGIN: 'https://a.example', ...alerts };
    const service = key === 'SANDBOX' ? {} : realService;
    expect(() => readConfig({ ...service, ...others, [key]: example })).not.toThrow();
  });

  describe('where the gateway keeps its state', () => {
    const secret = 'postgres://console:geheim@db.example.com/console';

    it('is a file for a real service, and the process’s memory for the sandbox', () => {
      expect(readConfig(realService).database).toEqual({ kind: 'sqlite', file: 'data/console.db' });
      expect(readConfig({}).database).toEqual({ kind: 'sqlite', file: null });
    });

    it('can be read from a file, which is how container platforms provide secrets', () => {
      const folder = temporaryFolder();
      const file = join(folder, 'url');
      writeFileSync(file, `${secret}\n`);
      expect(readConfig({ DATABASE_URL_FILE: file }).database).toMatchObject({
        kind: 'postgres',
        password: 'geheim',
      });
      expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: secret })).toThrow(
        'DATABASE_URL and DATABASE_URL_FILE cannot both be set: remove one, for example DATABASE_URL',
      );
      expect(() => readConfig({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
        'DATABASE_URL_FILE must be the path of a file that this user can read, for example DATABASE_URL_FILE=/run/secrets/database-url',
      );
    });

    const noAuthority = `${secret}?sslmode=verify-full&sslrootcert=/none/db.pem`;
    const urls = ['mysql://a:geheim@b/c', 'postgres://a:geheim#@b/c', 'sqlite:', noAuthority];
    it.each(urls)('is refused in a sentence without the password: %s', (value) => {
      const attempt = () => readConfig({ DATABASE_URL: value });
      expect(attempt).toThrow(/^DATABASE_URL must /);
      expect(attempt).not.toThrow(/geheim/);
    });

    it('is refused with the name of a missing file of certificates', () => {
      expect(() => readConfig({ DATABASE_URL: noAuthority })).toThrow(', /none/db.pem, is a file');
    });

    it('gives load balancers five seconds to notice a stop if several gateways share the database', () => {
      expect(readConfig({ DATABASE_URL: secret }).drainMs).toBe(5000);
      expect(readConfig({ DATABASE_URL: secret, DRAIN_SECONDS: '0' }).drainMs).toBe(0);
      expect(readConfig({}).drainMs).toBe(0);
    });
  });

  it.each(everySetting)('docs/operations.md describes $key', ({ key }) => {
    expect(operations).toContain(`\`${key}\``);
  });

  it.each([
    ['SIM_API_URL', { SIM_CONSOLE_URL: realService.SIM_CONSOLE_URL }],
    ['SIM_CONSOLE_URL', { SIM_API_URL: realService.SIM_API_URL }],
    ['PUBLIC_ORIGIN', { COOKIE_CROSS_SITE: 'true' }],
    ['METRICS_PORT must be different from PORT', { PORT: '9464', METRICS_PORT: '9464' }],
  ])('says “%s” if another key requires it', (key, environment) => {
    expect(() => readConfig(environment)).toThrow(key);
  });
});
