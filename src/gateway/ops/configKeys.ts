import * as z from 'zod/mini';

import { customerIdPattern } from '#contract/session.ts';

import {
  duration,
  file,
  flag,
  headerName,
  onOff,
  origin,
  origins,
  path,
  text,
  usual,
  wholeNumber,
} from './configValues.ts';
import type { Setting } from './readSettings.ts';
import { proxySettings, sandboxSettings, serviceSettings } from './serviceKeys.ts';
import { alertSettings, watchSettings } from './watchKeys.ts';

/** The gateway's own settings, by their names in GatewayConfig. */
export const settings = {
  port: {
    key: 'PORT',
    meaning: 'port on which the gateway listens; 0 picks a free port',
    schema: wholeNumber(0, 65_535),
    expected: 'a port number up to 65535',
    ...usual('8080'),
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
    ...flag,
    example: 'true',
    default: 'false',
  },
  customerId: {
    key: 'CUSTOMER_ID',
    meaning: 'fixed customer id, the value of the apikey header',
    schema: text.check(z.regex(customerIdPattern)),
    expected: 'up to 1000 ASCII letters, digits and symbols, without spaces',
    example: 'cid_123',
    defaultMeaning: 'found at sign-in, or entered by the user',
  },
  customerIdClaim: {
    key: 'CUSTOMER_ID_CLAIM',
    meaning: 'access token claim that contains the customer id',
    schema: z.pipe(
      text.check(z.regex(/^[^.\s]+(?:\.[^.\s]+)*$/)),
      z.transform((value) => value.split('.')),
    ),
    expected: 'names of claims, separated by dots',
    example: 'tenant.customer_id',
    defaultMeaning: 'the usual names',
  },
  sessionIdleMs: {
    key: 'SESSION_IDLE_MINUTES',
    meaning: 'a session ends after this many minutes without use',
    ...duration(5, 1440, 'minutes'),
    ...usual('60'),
  },
  sessionMaxMs: {
    key: 'SESSION_MAX_HOURS',
    meaning: 'a session ends after this many hours in any case',
    ...duration(1, 168, 'hours'),
    ...usual('24'),
  },
  databaseUrl: {
    key: 'DATABASE_URL',
    meaning: 'where sessions and all other data that outlives a restart are stored; secret',
    schema: text,
    expected: 'sqlite:<file>, sqlite::memory: or postgres://…',
    example: 'postgres://console:secret@db.example.com/console',
    defaultMeaning: 'sqlite:data/console.db; on the sandbox sqlite::memory:',
  },
  databaseUrlFile: {
    key: 'DATABASE_URL_FILE',
    meaning: 'file with the value of DATABASE_URL, instead of that key',
    ...file,
    example: '/run/secrets/database-url',
    defaultMeaning: 'none',
  },
  historyMs: {
    key: 'HISTORY_DAYS',
    meaning:
      'changes to groups and sign-ins are kept for this many days; 0 keeps only the change being sent',
    ...duration(0, 3650, 'days'),
    ...usual('365'),
  },
  inventory: {
    key: 'FLEET_MEMORY',
    meaning:
      'on: keeps what lists show of each SIM, without coordinates, and its changes; off: keeps nothing',
    ...onOff,
    example: 'off',
    default: 'on',
  },
  fleetMs: {
    key: 'FLEET_DAYS',
    meaning: 'SIMs not seen in a list for this many days are removed, and so are changes that old',
    ...duration(1, 3650, 'days'),
    ...usual('90'),
  },
  notesMs: {
    key: 'NOTES_DAYS',
    meaning: 'notes about SIMs are kept for this many days after their last change; 0 keeps none',
    ...duration(0, 3650, 'days'),
    ...usual('365'),
  },
  tacNamesFile: {
    key: 'TAC_NAMES_FILE',
    meaning: 'CSV file (tac,name) with names of device models; read again when it changes',
    ...file,
    example: '/etc/sim-console/tac-names.csv',
    defaultMeaning: 'none; on the sandbox its own models',
  },
  networkNamesFile: {
    key: 'NETWORK_NAMES_FILE',
    meaning:
      'CSV file (mcc,mnc,name) with names of networks, which replace those of a public list; read again when it changes',
    ...file,
    example: '/etc/sim-console/network-names.csv',
    defaultMeaning: 'none',
  },
  egressName: {
    key: 'EGRESS_NAME',
    meaning:
      'name of the address by which this gateway reaches the service; gateways with the same name share its refresh limit',
    schema: text.check(z.regex(/^[\w.-]{1,64}$/)),
    expected: 'up to 64 letters, digits, and . _ -',
    example: 'office-berlin',
    default: 'default',
  },
  signInTries: {
    key: 'SIGN_IN_TRIES',
    meaning: 'sign-ins per minute from one client address',
    schema: wholeNumber(1, 10_000),
    expected: 'a whole number from 1 to 10000',
    ...usual('30'),
  },
  environmentName: {
    key: 'ENVIRONMENT_NAME',
    meaning: 'name shown in the console',
    schema: text.check(z.maxLength(40)),
    expected: 'at most 40 characters',
    example: 'Staging',
    defaultMeaning: '"Sandbox" on the sandbox, else none',
  },
  metricsPort: {
    key: 'METRICS_PORT',
    meaning: 'port for Prometheus metrics (/metrics), on the address HOST',
    schema: wholeNumber(1, 65_535),
    expected: 'a port number from 1 to 65535',
    example: '9464',
    defaultMeaning: 'off',
  },
  clientIpHeader: {
    key: 'CLIENT_IP_HEADER',
    meaning: "header in which a reverse proxy gives the client's address; forwarded to the service",
    schema: headerName,
    expected: 'the name of a header that contains nothing but addresses',
    example: 'X-Real-IP',
    defaultMeaning: 'off',
  },
  drainMs: {
    key: 'DRAIN_SECONDS',
    meaning: 'when stopping, /readyz returns 503 for this long while everything is still served',
    ...duration(0, 300, 'seconds'),
    example: '10',
    defaultMeaning: '5 with a postgres: database, else 0',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** All settings that the gateway reads, in the order that the help lists them. */
export const everySetting: readonly Setting[] = [
  ...Object.values(settings),
  ...Object.values(serviceSettings),
  ...Object.values(proxySettings),
  ...Object.values(sandboxSettings),
  ...Object.values(watchSettings),
  ...Object.values(alertSettings),
];
