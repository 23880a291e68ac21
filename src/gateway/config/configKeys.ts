import * as z from 'zod/mini';

import {
  flag,
  headerName,
  isOrigin,
  origin,
  proxyUrl,
  serviceUrl,
  text,
  wholeNumber,
} from './configValues.ts';

/** How one key is read and described. */
export interface KeySpec<T> {
  readonly schema: z.ZodMiniType<T>;
  /** What its value must be, in words that follow "must be". */
  readonly must: string;
  readonly example: string;
  readonly meaning: string;
  /** What holds without the key. */
  readonly standard: string;
}

/** Every key of the environment that the gateway reads. */
export const keys = {
  PORT: {
    schema: wholeNumber(0, 65_535),
    must: 'a port number up to 65535',
    example: '8080',
    meaning: 'port on which the gateway listens; 0 takes a free one',
    standard: '8080',
  },
  HOST: {
    schema: text.check(z.regex(/^[\w.:-]{1,253}$/)),
    must: 'a host name or an IP address to listen on',
    example: '0.0.0.0',
    meaning: 'address on which the gateway listens',
    standard: '127.0.0.1',
  },
  SIM_API_URL: {
    schema: serviceUrl,
    must: 'an http or https address without query, user name and password',
    example: 'https://api.example.com',
    meaning: '{base_url} of the API document; together with SIM_CONSOLE_URL',
    standard: 'none: the sandbox inside the gateway',
  },
  SIM_CONSOLE_URL: {
    schema: serviceUrl,
    must: 'an http or https address without query, user name and password',
    example: 'https://console.example.com/api',
    meaning: '{console_url} of the API document; together with SIM_API_URL',
    standard: 'none: the sandbox inside the gateway',
  },
  PUBLIC_ORIGIN: {
    schema: origin,
    must: 'an https origin without a path (http only for localhost)',
    example: 'https://sim.example.com',
    meaning: 'origin that users see in their address bar',
    standard: 'http://localhost:PORT',
  },
  BASE_PATH: {
    schema: z.pipe(
      text.check(z.regex(/^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?$/)),
      z.transform((value) => (value.endsWith('/') ? value : `${value}/`)),
    ),
    must: 'a path of letters, digits, and . _ ~ - that begins with a slash',
    example: '/sim-console/',
    meaning: 'path under which the console is mounted',
    standard: '/',
  },
  FRAME_ANCESTORS: {
    schema: z.pipe(
      text.check(z.refine((value) => value.split(/\s+/).every(isOrigin))),
      z.transform((value) => value.split(/\s+/).map((part) => new URL(part).origin)),
    ),
    must: 'https origins without paths or wildcards, separated by spaces (http only for localhost)',
    example: 'https://portal.example.com',
    meaning: 'origins that may show the console in a frame',
    standard: 'none',
  },
  COOKIE_CROSS_SITE: {
    schema: flag,
    must: 'true or false',
    example: 'true',
    meaning: 'true for a portal on another site: SameSite=None; Partitioned',
    standard: 'false',
  },
  CUSTOMER_ID: {
    schema: text.check(z.regex(/^[\w.:-]{1,128}$/)),
    must: 'up to 128 letters, digits, and . _ : -',
    example: 'cid_123',
    meaning: 'fixed customer id, the value of the apikey header',
    standard: 'found at sign-in, else asked',
  },
  CUSTOMER_ID_CLAIM: {
    schema: z.pipe(
      text.check(z.regex(/^[^.\s]+(?:\.[^.\s]+)*$/)),
      z.transform((value) => value.split('.')),
    ),
    must: 'names of claims with a dot between each two',
    example: 'tenant.customer_id',
    meaning: 'claim of the access token that holds the customer id',
    standard: 'the usual names are tried',
  },
  SESSION_IDLE_MINUTES: {
    schema: wholeNumber(1, 1440),
    must: 'a whole number of minutes from 1 to 1440',
    example: '60',
    meaning: 'a session ends after so many minutes without use',
    standard: '60',
  },
  SESSION_MAX_HOURS: {
    schema: wholeNumber(1, 168),
    must: 'a whole number of hours from 1 to 168',
    example: '24',
    meaning: 'a session ends after so many hours in any case',
    standard: '24',
  },
  SIGN_IN_TRIES: {
    schema: wholeNumber(1, 10_000),
    must: 'a whole number from 1 to 10000',
    example: '30',
    meaning: 'so many sign-ins a minute are taken from one client address',
    standard: '30',
  },
  ENVIRONMENT_NAME: {
    schema: text.check(z.maxLength(40)),
    must: 'at most 40 characters',
    example: 'Staging',
    meaning: 'name shown in the console',
    standard: '"Sandbox" on the sandbox, else none',
  },
  METRICS_PORT: {
    schema: wholeNumber(1, 65_535),
    must: 'a port number from 1 to 65535',
    example: '9464',
    meaning: 'port on which Prometheus finds /metrics, at the address HOST',
    standard: 'off',
  },
  CLIENT_IP_HEADER: {
    schema: headerName,
    must: 'the name of a header that has no other use',
    example: 'X-Real-IP',
    meaning: "header in which a reverse proxy gives the client's address; passed on to the service",
    standard: 'off',
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 300),
    must: 'a whole number of seconds from 0 to 300',
    example: '10',
    meaning: 'how long /readyz says 503 at a stop, with everything served as before, until it ends',
    standard: '0',
  },
  HTTPS_PROXY: {
    schema: proxyUrl,
    must: 'the http or https address of a proxy, with user name and password in it where it asks for them',
    example: 'http://proxy.example.com:3128',
    meaning: 'proxy on the way to a service at https; https_proxy counts before it',
    standard: 'none',
  },
  HTTP_PROXY: {
    schema: proxyUrl,
    must: 'the http or https address of a proxy, with user name and password in it where it asks for them',
    example: 'http://proxy.example.com:3128',
    meaning: 'proxy on the way to a service at http; http_proxy counts before it',
    standard: 'none',
  },
  NO_PROXY: {
    schema: text,
    must: 'host names with a comma between each two',
    example: 'localhost,.example.com,10.0.0.7:8443',
    meaning: 'hosts that are called without a proxy; no_proxy counts before it',
    standard: 'none',
  },
  SANDBOX: {
    schema: flag,
    must: 'true or false',
    example: 'true',
    meaning:
      'true: the sandbox, also for other machines, with passwords that everybody knows; false: never the sandbox',
    standard: 'the sandbox on this machine, where no service is named',
  },
  SANDBOX_THINGS: {
    schema: wholeNumber(0, 1_000_000),
    must: 'a whole number up to 1000000',
    example: '5000',
    meaning: 'number of SIMs in the sandbox',
    standard: '5000',
  },
  SANDBOX_SEED: {
    schema: wholeNumber(0, 9_999_999),
    must: 'a whole number up to 9999999',
    example: '1',
    meaning: 'the same seed gives the same sandbox',
    standard: '1',
  },
  SANDBOX_LATENCY_MS: {
    schema: wholeNumber(0, 60_000),
    must: 'a whole number of milliseconds up to 60000',
    example: '200',
    meaning: "added to every one of the sandbox's answers",
    standard: '0',
  },
} as const;
