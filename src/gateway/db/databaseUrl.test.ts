import { describe, expect, it } from 'vitest';

import { DatabaseUrlError, describeTarget, parseDatabaseUrl } from './databaseUrl.ts';

function sentenceOn(value: string): string {
  try {
    parseDatabaseUrl(value);
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a database address', () => {
  it('names an SQLite file or memory', () => {
    expect(parseDatabaseUrl('sqlite:data/console.db')).toEqual({
      kind: 'sqlite',
      file: 'data/console.db',
    });
    expect(parseDatabaseUrl('sqlite:/var/lib/sim console/a.db')).toEqual({
      kind: 'sqlite',
      file: '/var/lib/sim console/a.db',
    });
    expect(parseDatabaseUrl('sqlite::memory:')).toEqual({ kind: 'sqlite', file: null });
  });

  it('names a PostgreSQL database, with parts of its password written as %XX if needed', () => {
    expect(parseDatabaseUrl('postgres://console:p%40ss%2Fw@db.example.com/sim')).toEqual({
      kind: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'sim',
      user: 'console',
      password: 'p@ss/w',
      tls: 'disable',
      authorityFile: null,
    });
    expect(
      parseDatabaseUrl(
        'postgresql://me@[::1]:6432/sim?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      ),
    ).toMatchObject({
      host: '::1',
      port: 6432,
      password: undefined,
      tls: 'verify-full',
      authorityFile: '/etc/ca.pem',
    });
    expect(parseDatabaseUrl('postgres://me@%2Fvar%2Frun%2Fpostgresql/sim')).toMatchObject({
      host: '/var/run/postgresql',
    });
  });

  it.each([
    ['', /must begin with sqlite: or postgres:/],
    ['data/console.db', /must begin with sqlite: or postgres:/],
    ['mysql://u:hunter2@db/sim', /must begin with sqlite: or postgres:/],
    ['sqlite:', /must name a file after sqlite:/],
    ['sqlite: ', /must name a file after sqlite:/],
    ['sqlite:///var/lib/a.db', /without \/\//],
    ['sqlite:data/', /a file, not a folder/],
    ['sqlite::tmp:', /a plain path/],
    ['sqlite:file:a.db', /a plain path/],
    ['sqlite:a.db?mode=ro', /a plain path/],
    ['postgres:db/sim', /must begin with sqlite: or postgres:/],
    ['postgres://u:hunter2@db:port/sim', /must be a PostgreSQL address/],
    ['postgres://u:hunter2#1@db/sim', /special characters of the password are percent-encoded/],
    ['postgres://u:hunter2%zz@db/sim', /percent signs written as %25/],
    ['postgres:///sim', /must name a host/],
    ['postgres://u:hunter2@one,two/sim', /must name one host/],
    ['postgres://:hunter2@db/sim', /must name a user/],
    ['postgres://u:hunter2@db', /must name a database/],
    ['postgres://u:hunter2@db/', /must name a database/],
    ['postgres://u:hunter2@db/sim/x', /must name a database/],
    ['postgres://u:hunter2@db/sim?ssl=true', /only have the options sslmode and sslrootcert/],
    ['postgres://u:hunter2@db/sim?sslmode=prefer', /disable, require, verify-ca, verify-full/],
    ['postgres://u:hunter2@db/sim?sslrootcert=/a.pem', /must have sslmode=verify-full/],
  ])('is refused if invalid, without showing its password: %s', (value, sentence) => {
    expect(sentenceOn(value)).toMatch(sentence);
    expect(sentenceOn(value)).toMatch(/^DATABASE_URL /);
    expect(sentenceOn(value)).not.toContain('hunter2');
  });

  it('is described without its user and password', () => {
    expect(describeTarget(parseDatabaseUrl('postgres://u:hunter2@db/sim'))).toBe('db:5432/sim');
    expect(describeTarget(parseDatabaseUrl('sqlite:data/a.db'))).toBe('data/a.db');
  });
});
