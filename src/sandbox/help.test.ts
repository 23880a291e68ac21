import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createUsers } from './auth/users.ts';
import { controlCalls } from './control/control.ts';
import type { Fault } from './faultInjection.ts';
import { helpText } from './help.ts';
import { magicValues } from './magicValues.ts';
import { defaultOptions } from './options.ts';

/** Every key of a fault; the compiler complains if one is missing. */
const faultKeys = Object.keys({
  route: 0,
  user: 0,
  count: 0,
  skip: 0,
  delayMs: 0,
  hang: 0,
  cut: 0,
  status: 0,
  message: 0,
  retryAfter: 0,
  body: 0,
  contentType: 0,
  truncate: 0,
  slowBodyMs: 0,
  addHeaders: 0,
} satisfies Record<keyof Fault, 0>);

const documents = {
  help: helpText(),
  'docs/sandbox.md': readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8'),
};

describe.each(Object.entries(documents))('%s', (_name, text) => {
  it.each(
    createUsers().map(({ username, password, customerId }) => [username, password, customerId]),
  )('names the user %s with password and customer id', (...words) => {
    for (const word of words) expect(text).toContain(word);
  });

  it.each(magicValues)('names the magic value %s', (value) => expect(text).toContain(value));

  it.each(controlCalls)('names the call %s', (call) => {
    expect(text).toContain(call.split(/\s+/)[1]);
  });

  it.each(['PORT', 'HOST', 'THINGS', 'SEED', 'LATENCY_MS', 'START'])('names the key %s', (key) => {
    expect(text).toContain(key);
  });

  it.each(Object.keys(defaultOptions).filter((option) => option !== 'clock'))(
    'names the option %s',
    (option) => expect(text).toMatch(new RegExp(`(?:^  |\`)${option}\\b`, 'm')),
  );

  it.each(faultKeys)('names the key %s of a fault', (key) => {
    expect(text).toMatch(new RegExp(`(?:^  |\`)${key}\\b`, 'm'));
  });
});
