import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { parseDatabaseUrl } from './databaseUrl.ts';
import { startError, storeError, StoreUnavailableError } from './storeErrors.ts';

describe('an error from the store', () => {
  it('is still recognized by code that was reloaded after an edit', () => {
    const copy = class extends Error {
      override readonly name = 'StoreUnavailableError';
    };
    expect(new copy('away')).toBeInstanceOf(StoreUnavailableError);
    expect(new Error('other')).not.toBeInstanceOf(StoreUnavailableError);
  });

  const ofPostgres = '08006 40001 53300 55P03 57014 57P01 58030 25006 28000 3D000';
  const ofNode = 'ECONNREFUSED EAI_AGAIN EPIPE CERT_HAS_EXPIRED';
  const codes = `${ofPostgres} ${ofNode}`.split(' ');
  it.each(codes)('says that the store is unavailable, with the code %s and the reason', (code) => {
    const error = storeError(Object.assign(new Error('refused'), { code }));
    expect(error).toBeInstanceOf(StoreUnavailableError);
    const message = `The console's database is not responding: refused (${code})`;
    expect(error).toMatchObject({ code, message });
  });

  it.each(['22021', '23505', '42P01', '54000'])('is passed on if its code is %s', (code) => {
    const error = Object.assign(new Error('refused'), { code });
    expect(storeError(error)).toBe(error);
  });

  it.each([
    [5, true],
    [8 + 256, true],
    [10, true],
    [13, true],
    [14, true],
    [1, false],
    [19, false],
  ])('says that the store is unavailable on SQLite’s result code %i: %s', (errcode, isAway) => {
    const error = Object.assign(new Error('failed'), { code: 'ERR_SQLITE_ERROR', errcode });
    expect(storeError(error) instanceof StoreUnavailableError).toBe(isAway);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'driver has already been destroyed',
  ])('says that the store is unavailable if the error has no code: %s', (message) => {
    expect(storeError(new Error(message))).toBeInstanceOf(StoreUnavailableError);
  });

  it('is passed on if caused by a bug in the program', () => {
    const error = Object.assign(new TypeError('broken'), { code: 'ERR_INVALID_ARG_TYPE' });
    expect(storeError(error)).toBe(error);
  });

  it('mentions TLS as a possible reason if the database refuses a user at startup', () => {
    const refused = Object.assign(new Error('no encryption'), { code: '28000' });
    const target = parseDatabaseUrl('postgres://console:hunter2@db.example.com/sim');
    expect(startError(refused, target).message).toMatch(/refuses this user, or .+ TLS.+sslmode/);
  });

  it('does not expose the password of the lost connection', () => {
    const client = { password: 'hunter2' };
    const lost = Object.assign(new Error('Connection terminated'), { client });
    const error = storeError(lost);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error.message).toBe("The console's database is not responding: Connection terminated");
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
  });
});
