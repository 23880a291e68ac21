import { flag, proxyUrl, serviceUrl, text, usual, wholeNumber } from './configValues.ts';
import type { Setting } from './readSettings.ts';

const url = 'an http or https address without a query, user name or password';
const proxy =
  'the http or https address of a proxy, with user name and password if it requires them';

/** Which service the gateway serves. */
export const serviceSettings = {
  apiUrl: {
    key: 'SIM_API_URL',
    meaning: '{base_url} of the API document; together with SIM_CONSOLE_URL',
    schema: serviceUrl,
    expected: url,
    example: 'https://api.example.com',
    defaultMeaning: 'none: the sandbox inside the gateway',
  },
  consoleUrl: {
    key: 'SIM_CONSOLE_URL',
    meaning: '{console_url} of the API document; together with SIM_API_URL',
    schema: serviceUrl,
    expected: url,
    example: 'https://console.example.com/api',
    defaultMeaning: 'none: the sandbox inside the gateway',
  },
  wantsSandbox: {
    key: 'SANDBOX',
    meaning:
      'true: the sandbox, also for other machines, with public passwords; false: never the sandbox',
    ...flag,
    example: 'true',
    defaultMeaning: 'the sandbox on this machine, if no service is named',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** How calls to a real service leave the network. These keys are common to many programs. */
export const proxySettings = {
  https: {
    key: 'HTTPS_PROXY',
    meaning: 'proxy for a service over https; https_proxy takes precedence',
    schema: proxyUrl,
    expected: proxy,
    example: 'http://proxy.example.com:3128',
    defaultMeaning: 'none',
  },
  http: {
    key: 'HTTP_PROXY',
    meaning: 'proxy for a service over http; http_proxy takes precedence',
    schema: proxyUrl,
    expected: proxy,
    example: 'http://proxy.example.com:3128',
    defaultMeaning: 'none',
  },
  except: {
    key: 'NO_PROXY',
    meaning: 'hosts that are called without a proxy; no_proxy takes precedence',
    schema: text,
    expected: 'host names separated by commas',
    example: 'localhost,.example.com,10.0.0.7:8443',
    defaultMeaning: 'none',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export const sandboxSettings = {
  things: {
    key: 'SANDBOX_THINGS',
    meaning: 'number of SIMs in the sandbox',
    schema: wholeNumber(0, 1_000_000),
    expected: 'a whole number up to 1000000',
    ...usual('5000'),
  },
  seed: {
    key: 'SANDBOX_SEED',
    meaning: 'the same seed gives the same sandbox',
    schema: wholeNumber(0, 9_999_999),
    expected: 'a whole number up to 9999999',
    ...usual('1'),
  },
  latencyMs: {
    key: 'SANDBOX_LATENCY_MS',
    meaning: "added to each of the sandbox's responses",
    schema: wholeNumber(0, 60_000),
    expected: 'a whole number of milliseconds up to 60000',
    example: '200',
    default: '0',
  },
  timePasses: {
    key: 'SANDBOX_TIME_PASSES',
    meaning: 'true: SIMs and Thing Groups in the sandbox change on their own, a few times a minute',
    ...flag,
    example: 'false',
    default: 'true',
  },
} as const satisfies Readonly<Record<string, Setting>>;
