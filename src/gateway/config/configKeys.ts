import * as z from 'zod/mini';

import {
  durationMs,
  flag,
  headerName,
  origin,
  origins,
  path,
  proxyUrl,
  serviceUrl,
  text,
  wholeNumber,
} from './configValues.ts';
import type { Setting } from './readSettings.ts';

const url = 'an http or https address without query, user name and password';
const proxy =
  'the http or https address of a proxy, with user name and password in it where it asks for them';

/** Settings of the gateway itself, by their names in GatewayConfig. */
export const settings = {
  port: {
    key: 'PORT',
    meaning: 'port on which the gateway listens; 0 takes a free one',
    schema: wholeNumber(0, 65_535),
    expected: 'a port number up to 65535',
    example: '8080',
    default: '8080',
  },
  host: {
    key: 'HOST',
    meaning: 'address on which the gateway listens',
    schema: text.check(z.regex(/^[\w.:-]{1,253}$/)),
    expected: 'a host name or an IP address to listen on',
    example: '0.0.0.0',
    default: '127.0.0.1',
  },
  publicOrigin: {
    key: 'PUBLIC_ORIGIN',
    meaning: 'origin that users see in their address bar',
    schema: origin,
    expected: 'an https origin without a path (http only for localhost)',
    example: 'https://sim.example.com',
    default: null,
    defaultMeaning: 'http://localhost:PORT',
  },
  basePath: {
    key: 'BASE_PATH',
    meaning: 'path under which the console is mounted',
    schema: path,
    expected: 'a path of letters, digits, and . _ ~ - that begins with a slash',
    example: '/sim-console/',
    default: '/',
  },
  frameAncestors: {
    key: 'FRAME_ANCESTORS',
    meaning: 'origins that may show the console in a frame',
    schema: origins,
    expected:
      'https origins without paths or wildcards, separated by spaces (http only for localhost)',
    example: 'https://portal.example.com',
    default: '',
    defaultMeaning: 'none',
  },
  cookieCrossSite: {
    key: 'COOKIE_CROSS_SITE',
    meaning: 'true for a portal on another site: SameSite=None; Partitioned',
    schema: flag,
    expected: 'true or false',
    example: 'true',
    default: 'false',
  },
  customerId: {
    key: 'CUSTOMER_ID',
    meaning: 'fixed customer id, the value of the apikey header',
    schema: text.check(z.regex(/^[\w.:-]{1,128}$/)),
    expected: 'up to 128 letters, digits, and . _ : -',
    example: 'cid_123',
    default: null,
    defaultMeaning: 'found at sign-in, else asked',
  },
  customerIdClaim: {
    key: 'CUSTOMER_ID_CLAIM',
    meaning: 'claim of the access token that holds the customer id',
    schema: z.pipe(
      text.check(z.regex(/^[^.\s]+(?:\.[^.\s]+)*$/)),
      z.transform((value) => value.split('.')),
    ),
    expected: 'names of claims with a dot between each two',
    example: 'tenant.customer_id',
    default: null,
    defaultMeaning: 'the usual names are tried',
  },
  sessionIdleMs: {
    key: 'SESSION_IDLE_MINUTES',
    meaning: 'a session ends after this many minutes without use',
    schema: durationMs(1, 1440, 60_000),
    expected: 'a whole number of minutes from 1 to 1440',
    example: '60',
    default: '60',
  },
  sessionMaxMs: {
    key: 'SESSION_MAX_HOURS',
    meaning: 'a session ends after this many hours in any case',
    schema: durationMs(1, 168, 3_600_000),
    expected: 'a whole number of hours from 1 to 168',
    example: '24',
    default: '24',
  },
  signInTries: {
    key: 'SIGN_IN_TRIES',
    meaning: 'sign-ins that one client address has in a minute',
    schema: wholeNumber(1, 10_000),
    expected: 'a whole number from 1 to 10000',
    example: '30',
    default: '30',
  },
  environmentName: {
    key: 'ENVIRONMENT_NAME',
    meaning: 'name shown in the console',
    schema: text.check(z.maxLength(40)),
    expected: 'at most 40 characters',
    example: 'Staging',
    default: null,
    defaultMeaning: '"Sandbox" on the sandbox, else none',
  },
  metricsPort: {
    key: 'METRICS_PORT',
    meaning: 'port on which Prometheus finds /metrics, at the address HOST',
    schema: wholeNumber(1, 65_535),
    expected: 'a port number from 1 to 65535',
    example: '9464',
    default: null,
    defaultMeaning: 'off',
  },
  clientIpHeader: {
    key: 'CLIENT_IP_HEADER',
    meaning: "header in which a reverse proxy gives the client's address; passed on to the service",
    schema: headerName,
    expected: 'the name of a header that has no other use',
    example: 'X-Real-IP',
    default: null,
    defaultMeaning: 'off',
  },
  drainMs: {
    key: 'DRAIN_SECONDS',
    meaning: 'at a stop, /readyz says 503 for this long while everything is still served',
    schema: durationMs(0, 300, 1000),
    expected: 'a whole number of seconds from 0 to 300',
    example: '10',
    default: '0',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** Which service the gateway is in front of. */
export const serviceSettings = {
  apiUrl: {
    key: 'SIM_API_URL',
    meaning: '{base_url} of the API document; together with SIM_CONSOLE_URL',
    schema: serviceUrl,
    expected: url,
    example: 'https://api.example.com',
    default: null,
    defaultMeaning: 'none: the sandbox inside the gateway',
  },
  consoleUrl: {
    key: 'SIM_CONSOLE_URL',
    meaning: '{console_url} of the API document; together with SIM_API_URL',
    schema: serviceUrl,
    expected: url,
    example: 'https://console.example.com/api',
    default: null,
    defaultMeaning: 'none: the sandbox inside the gateway',
  },
  wantsSandbox: {
    key: 'SANDBOX',
    meaning:
      'true: the sandbox, also for other machines, with passwords that everybody knows; false: never the sandbox',
    schema: flag,
    expected: 'true or false',
    example: 'true',
    default: null,
    defaultMeaning: 'the sandbox on this machine, where no service is named',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** How calls of a real service leave the network. Other programs read these keys too. */
export const proxySettings = {
  https: {
    key: 'HTTPS_PROXY',
    meaning: 'proxy on the way to a service at https; https_proxy counts before it',
    schema: proxyUrl,
    expected: proxy,
    example: 'http://proxy.example.com:3128',
    default: null,
    defaultMeaning: 'none',
  },
  http: {
    key: 'HTTP_PROXY',
    meaning: 'proxy on the way to a service at http; http_proxy counts before it',
    schema: proxyUrl,
    expected: proxy,
    example: 'http://proxy.example.com:3128',
    default: null,
    defaultMeaning: 'none',
  },
  except: {
    key: 'NO_PROXY',
    meaning: 'hosts that are called without a proxy; no_proxy counts before it',
    schema: text,
    expected: 'host names with a comma between each two',
    example: 'localhost,.example.com,10.0.0.7:8443',
    default: null,
    defaultMeaning: 'none',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export const sandboxSettings = {
  things: {
    key: 'SANDBOX_THINGS',
    meaning: 'number of SIMs in the sandbox',
    schema: wholeNumber(0, 1_000_000),
    expected: 'a whole number up to 1000000',
    example: '5000',
    default: '5000',
  },
  seed: {
    key: 'SANDBOX_SEED',
    meaning: 'the same seed gives the same sandbox',
    schema: wholeNumber(0, 9_999_999),
    expected: 'a whole number up to 9999999',
    example: '1',
    default: '1',
  },
  latencyMs: {
    key: 'SANDBOX_LATENCY_MS',
    meaning: "added to every one of the sandbox's answers",
    schema: wholeNumber(0, 60_000),
    expected: 'a whole number of milliseconds up to 60000',
    example: '200',
    default: '0',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** All that the gateway reads, in the order of the help. */
export const everySetting: readonly Setting[] = [
  ...Object.values(settings),
  ...Object.values(serviceSettings),
  ...Object.values(proxySettings),
  ...Object.values(sandboxSettings),
];
