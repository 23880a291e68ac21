import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { readConfig } from './config.ts';
import { everySetting } from './configKeys.ts';

const real = {
  SIM_API_URL: 'https://api.example.com',
  SIM_CONSOLE_URL: 'https://c.example.com/x/',
};

const thisFile = fileURLToPath(import.meta.url);

const usualAlerts = {
  checks: ['outside-lock', 'shared-imei', 'suspended-counting', 'other-device', 'not-found'],
  identifiers: false,
  webhook: null,
  mail: null,
};

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
      watch: {
        username: 'watcher',
        password: 'sandbox-watcher',
        everyMs: 120_000,
        callsPerMinute: 120,
      },
      alerts: usualAlerts,
    });
  });

  it.each(['TAC_NAMES_FILE', 'NETWORK_NAMES_FILE'])(
    'Q3: refuses a %s that is missing or a folder',
    (key) => {
      for (const file of ['/none/names.csv', tmpdir()]) {
        expect(() => readConfig({ [key]: file })).toThrow(
          `${key} must be the path of a file that this user can read, for example ${key}=/etc/`,
        );
      }
    },
  );

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
      alerts: usualAlerts,
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
    // So long that a backtracking pattern would never finish.
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
    ['SIGN_IN_TRIES', '0'],
    ['SIGN_IN_TRIES', '10001'],
    ['ENVIRONMENT_NAME', 'x'.repeat(41)],
    ['METRICS_PORT', '0'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '2.5'],
    ['CLIENT_IP_HEADER', 'a b'],
    ['CLIENT_IP_HEADER', 'Authorization'],
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
  ])(
    'H3, H17: %s=%s stops the start with a sentence that names the key and an example',
    (key, value) => {
      expect(() => readConfig({ ...real, [key]: value })).toThrow(
        new RegExp(`^${key} must be .+, for example ${key}=`),
      );
    },
  );

  it.each([
    ['/', '/'],
    ['/sim', '/sim/'],
    ['/tools/sim-1.2_~/', '/tools/sim-1.2_~/'],
  ])('BASE_PATH=%s is read as %s', (value, basePath) => {
    expect(readConfig({ BASE_PATH: value }).basePath).toBe(basePath);
  });

  // The examples for files name files that do not exist here.
  const needFiles = ['WATCH_USER', 'ALERT_WEBHOOK_URL', 'ALERT_MAIL_TO'];
  const ofValues = everySetting.filter(
    ({ key }) => !key.endsWith('_FILE') && !needFiles.includes(key),
  );
  it.each(ofValues)('the example for $key is valid', ({ key, example }) => {
    expect(() =>
      readConfig({
        ...(key === 'SANDBOX' ? {} : real),
        PUBLIC_ORIGIN: 'https://a.example',
        [key]: example,
      }),
    ).not.toThrow();
  });

  describe('where the gateway keeps its state', () => {
    const secret = 'postgres://console:geheim@db.example.com/console';

    it('is a file for a real service, and the process’s memory for the sandbox', () => {
      expect(readConfig(real).database).toEqual({ kind: 'sqlite', file: 'data/console.db' });
      expect(readConfig({}).database).toEqual({ kind: 'sqlite', file: null });
    });

    it('can be read from a file, which is how container platforms provide secrets', () => {
      const folder = mkdtempSync(join(tmpdir(), 'sim-console-config-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
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

    it.each(['mysql://a:geheim@b/c', 'postgres://a:geheim#@b/c', 'sqlite:'])(
      'is refused in a sentence without the password: %s',
      (value) => {
        const attempt = () => readConfig({ DATABASE_URL: value });
        expect(attempt).toThrow(/^DATABASE_URL must /);
        expect(attempt).not.toThrow(/geheim/);
      },
    );

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
    ['SIM_API_URL', { SIM_CONSOLE_URL: real.SIM_CONSOLE_URL }],
    ['SIM_CONSOLE_URL', { SIM_API_URL: real.SIM_API_URL }],
    ['PUBLIC_ORIGIN', { COOKIE_CROSS_SITE: 'true' }],
  ])('names %s if another key requires it', (key, environment) => {
    expect(() => readConfig(environment)).toThrow(key);
  });
});

describe('a proxy to the service', () => {
  const proxiesOf = (environment: Readonly<Record<string, string>>) => {
    const { service } = readConfig({ ...real, ...environment });
    return service.kind === 'real' ? service.proxies : undefined;
  };

  it('can be set in lower case, which takes precedence over upper case', () => {
    const environment = {
      https_proxy: 'http://small.example:1',
      HTTPS_PROXY: 'http://capital.example:2',
      http_proxy: '',
      HTTP_PROXY: 'http://capital.example:2',
      no_proxy: '*',
    };
    expect(proxiesOf(environment)).toEqual({
      https: 'http://small.example:1/',
      http: 'http://capital.example:2/',
      except: '*',
    });
  });

  it('defaults to http without a scheme', () => {
    expect(proxiesOf({ HTTPS_PROXY: 'proxy.example.com:3128' })?.https).toBe(
      'http://proxy.example.com:3128/',
    );
  });

  it('is never quoted along with its password', () => {
    expect(() =>
      readConfig({ ...real, https_proxy: 'ftp://user:geheim@proxy.example.com' }),
    ).toThrow(/^HTTPS_PROXY must be (?!.*geheim)/);
  });
});

describe('the sandbox with its public passwords', () => {
  const publicly = { PUBLIC_ORIGIN: 'https://sim.example.com' };

  it('starts under a public hostname only with SANDBOX=true', () => {
    expect(() => readConfig(publicly)).toThrow(
      "SIM_API_URL is not set, and because the sandbox's passwords are public, it starts under https://sim.example.com only with SANDBOX=true: name the service, for example SIM_API_URL=https://api.example.com",
    );
    expect(readConfig({ ...publicly, SANDBOX: 'true' }).service).toMatchObject({ isPublic: true });
    expect(readConfig({ ...publicly, ...real }).service.kind).toBe('real');
  });

  it.each(['http://localhost:8080', 'https://localhost', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'needs no key under %s, which is this machine',
    (PUBLIC_ORIGIN) => {
      expect(readConfig({ PUBLIC_ORIGIN }).service).toMatchObject({
        kind: 'sandbox',
        isPublic: false,
      });
    },
  );

  it('starts only with SANDBOX=true if other machines can reach it', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(
      "SIM_API_URL is not set, and because the sandbox's passwords are public, it is opened to other machines (HOST=0.0.0.0) only with SANDBOX=true: name the service, for example SIM_API_URL=https://api.example.com",
    );
    const asked = readConfig({ HOST: '0.0.0.0', SANDBOX: 'true' });
    expect(asked.service).toMatchObject({ kind: 'sandbox', isPublic: true });
    expect(readConfig({ HOST: '0.0.0.0', ...real }).service.kind).toBe('real');
  });

  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
    'needs no key when it listens only on %s',
    (HOST) => {
      expect(readConfig({ HOST }).service).toMatchObject({ kind: 'sandbox', isPublic: false });
    },
  );

  it('needs no key on any HOST if PUBLIC_ORIGIN is this machine', () => {
    const config = readConfig({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:8080' });
    expect(config.service).toMatchObject({ kind: 'sandbox', isPublic: false });
  });

  it('does not start if SANDBOX=false is set, or if a service is also configured', () => {
    expect(() => readConfig({ SANDBOX: 'false' })).toThrow(/^SIM_API_URL .+ SANDBOX=false/);
    expect(readConfig({ SANDBOX: 'false', ...real }).service.kind).toBe('real');
    expect(() => readConfig({ SANDBOX: 'true', ...real })).toThrow(/^SANDBOX=true and /);
  });
});

describe('H17: a misspelt key', () => {
  it.each([
    ['SIM_API_ULR', 'SIM_API_URL'],
    ['SIM_APIURL', 'SIM_API_URL'],
    ['SIM_CONSOL_URL', 'SIM_CONSOLE_URL'],
    ['sim_api_url', 'SIM_API_URL'],
    ['SIM_BASE', 'SIM_API_URL'],
    ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
    ['COOKIE_CROSSSITE', 'COOKIE_CROSS_SITE'],
    ['CLIENT_IPS_HEADER', 'CLIENT_IP_HEADER'],
    ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
    ['CUSTOMER_JD', 'CUSTOMER_ID'],
  ])('%s prevents the start with a sentence that names it and %s', (name, meant) => {
    expect(() => readConfig({ ...real, [name]: 'x' })).toThrow(
      new RegExp(`^${name} is not a key of this program: .*${meant}.*, for example ${meant}=`),
    );
  });

  it('is ignored if it is empty, like the keys of other programs', () => {
    const others = {
      PATH: '/bin',
      POST: '1',
      HOSTS: 'a',
      BASE: '/',
      npm_config_sim_url: 'x',
      // Variables that Kubernetes sets for Services called sim and sim-console.
      SIM_SERVICE_HOST: '10.0.0.1',
      SIM_SERVICE_PORT_HTTP: '80',
      SIM_PORT: 'tcp://10.0.0.1:80',
      SIM_CONSOLE_PORT_8080_TCP_ADDR: '10.0.0.1',
      SIM_CONSOLE_SERVICE_PORT: '8080',
    };
    expect(readConfig({ ...real, ...others, SIM_API_ULR: ' ' })).toEqual(readConfig(real));
  });
});
