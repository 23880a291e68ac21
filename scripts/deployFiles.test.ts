import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { configIn } from '../src/testing/fixtures/gatewayEnvironment.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { readContainerfile } from './containerfile.ts';
import { environmentOf, interpolate, readCompose, readPairs } from './deployFiles.ts';
import { root } from './run.ts';

const folder = temporaryFolder(afterAll);
writeFileSync(join(folder, 'database-url'), 'postgres://console:secret@database/console\n');

const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const compose = readCompose();
const services = Object.entries(compose.services);
const gateways = services
  .filter(([, { image }]) => image.startsWith('sim-console:'))
  .map(([, one]) => one);
const stages = readContainerfile(join(root, 'Containerfile'));
const image = stages.at(-1)?.instructions ?? [];
const valueOf = (name: string) => image.find((one) => one.name === name)?.value ?? '';
const imageEnvironment = Object.fromEntries(
  valueOf('ENV')
    .split(' ')
    .map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^\w+=/, '')] as const),
);
const service = {
  SIM_API_URL: 'https://api.example.com',
  SIM_CONSOLE_URL: 'https://console.example.com',
};

/** The longest that the gateway may take to stop: DRAIN_SECONDS with PostgreSQL, and 40 s. */
const stopSeconds = 5 + 40;

describe('compose.yaml', () => {
  const environments = gateways.map(({ environment = {} }) =>
    Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, interpolate(value, service)]),
    ),
  );

  it('sets only the gateway’s keys, with values that it accepts', () => {
    expect(environments).toHaveLength(2);
    for (const environment of environments) {
      const all = { ...imageEnvironment, ...environment };
      const { database, clientIpHeader } = configIn(all, ['/run/secrets', folder]);
      expect([database.kind, clientIpHeader]).toEqual(['postgres', 'x-real-ip']);
    }
  });

  it('does not start without the service’s addresses', () => {
    const texts = Object.values(gateways[0]?.environment ?? {});
    expect(() => texts.map((text) => interpolate(text, {}))).toThrow(/SIM_API_URL:\?is missing/);
  });

  it('gives both gateways one name for their address, and the same database', () => {
    const [first, second] = environments;
    expect(first).toEqual(second);
    expect(first?.['EGRESS_NAME']).toMatch(/\w/);
  });

  it.each(services)('H25: %s has no rights that it does not need', (_name, one) => {
    expect([one.read_only, one.cap_drop, one.security_opt]).toEqual([
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    // Official images are pinned, at least to a version with the same files.
    expect(interpolate(one.image, {})).toMatch(/^(?:sim-console:latest|\w+:\d[\w.-]*)$/);
  });

  it('opens one port, on this machine unless the operator says otherwise', () => {
    const ports = services.flatMap(([, one]) => one.ports ?? []);
    expect(ports.map((port) => interpolate(port, {}))).toEqual(['127.0.0.1:8443:443']);
    expect(interpolate(ports[0] ?? '', { HTTPS_ADDRESS: '443' })).toBe('443:443');
  });

  it('uses the HAProxy sample as is, with the addresses and files that it names', () => {
    const { proxy } = compose.configs;
    const sample = readFileSync(join(root, proxy?.file ?? ''), 'utf8');
    const addresses = gateways.map(({ networks }) => networks['front']?.ipv4_address);
    const named = [...sample.matchAll(/server gateway\d (\S+):8080 check/g)].map(([, one]) => one);
    expect(addresses).toEqual(named);
    const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const [, certificate = ''] = /ssl crt (\S+)/.exec(sample) ?? [];
    expect(text).toContain(`target: ${certificate} `);
    expect(text).toContain('subnet: 10.0.0.0/24');
  });

  it('defines each secret and configuration that it uses', () => {
    const used = services.flatMap(([, { secrets = [], configs = [] }]) =>
      [...secrets, ...configs].map((one) => (typeof one === 'string' ? one : one.source)),
    );
    const defined = [...Object.keys(compose.secrets), ...Object.keys(compose.configs)];
    expect(used.filter((name) => !defined.includes(name))).toEqual([]);
    expect(defined.filter((name) => !used.includes(name))).toEqual([]);
    // They must not be committed.
    const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['/secrets/', '/.env']));
    expect(Object.values(compose.secrets).every(({ file }) => file.startsWith('secrets/'))).toBe(
      true,
    );
  });

  it('mounts only files that the containers’ users can read, whatever the umask was', () => {
    const [, readable = ''] = /^chmod 0644 (.+(?:\\\n.+)*)$/m.exec(operations) ?? [];
    const mounted = [...Object.values(compose.configs), ...Object.values(compose.secrets)];
    const isNamed = ({ file }: { readonly file: string }) =>
      readable.split(/[\s\\]+/).some((name) => file.startsWith(name.replace(/\*$/, '')));
    expect(mounted.filter((one) => !isNamed(one))).toEqual([]);
  });

  it('H25: gives a gateway the time that it needs to stop', () => {
    for (const { stop_grace_period: period = '' } of gateways) {
      expect(Number(/^(\d+)s$/.exec(period)?.[1])).toBeGreaterThanOrEqual(stopSeconds);
    }
  });

  it('replaces the image’s volume, which PostgreSQL makes unnecessary', () => {
    for (const { tmpfs = [] } of gateways) expect(tmpfs).toContain(valueOf('VOLUME'));
  });
});

describe('the Containerfile', () => {
  it('sets only keys of the gateway, with values that it accepts', () => {
    expect(configIn({ ...imageEnvironment, ...service })).toMatchObject({
      host: '0.0.0.0',
      database: { kind: 'sqlite' },
    });
  });

  it('uses the Node that the tests run on', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const expected = `node:${devDependencies['node'] ?? ''}-slim`;
    expect(stages.map((stage) => stage.image)).toEqual([expected, expected]);
  });

  it('runs the console as its first process, as a numeric user, and without a shell', () => {
    expect(valueOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    for (const value of [valueOf('ENTRYPOINT'), valueOf('HEALTHCHECK').replace(/^CMD /, '')]) {
      expect(z.array(z.string()).parse(JSON.parse(value))[0]).toBe('node');
    }
    expect(image.filter(({ name }) => name === 'RUN' || name === 'CMD')).toEqual([]);
  });

  it('H18: copies only files and folders by name, and the builder gets no others', () => {
    const copied = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, options }) => name === 'COPY' && options['from'] === undefined)
      .flatMap(({ value }) => value.split(' ').slice(0, -1));
    expect(copied).toContain('src');
    expect(copied.filter((path) => !/^\.?\w[\w.-]*$/.test(path))).toEqual([]);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const [everything, ...sent] = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(everything).toBe('*');
    expect(sent.toSorted()).toEqual(copied.map((path) => `!${path}`).toSorted());
  });
});

it('the documented commands start again with the machine under Podman, and show no secret key', () => {
  expect(operations).toMatch(/^podman run --detach .* --restart always /m);
  expect(operations).toMatch(/^install -D -m 0600 \S+ \/etc\/sim-console\/environment /m);
});

describe('the systemd unit', () => {
  const unit = Object.fromEntries(readPairs('deploy/sim-console.service'));
  const environment = {
    ...environmentOf('deploy/sim-console.service'),
    ...Object.fromEntries(readPairs('deploy/environment')),
  };

  it('sets only keys of the gateway, with values that it accepts', () => {
    expect(configIn(environment).database).toEqual({ kind: 'sqlite', file: 'data/console.db' });
  });

  it('reads the address of a PostgreSQL database as a credential', () => {
    const added = environmentOf('deploy/postgres.conf');
    expect(configIn({ ...environment, ...added }, ['%d', folder]).database.kind).toBe('postgres');
    const { LoadCredential } = Object.fromEntries(readPairs('deploy/postgres.conf'));
    expect(`%d/${LoadCredential?.split(':')[0]}`).toBe(added['DATABASE_URL_FILE']);
  });

  it('H25: gives the gateway the time that it needs to stop', () => {
    expect(Number(unit['TimeoutStopSec'])).toBeGreaterThanOrEqual(stopSeconds);
  });
});
