import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createUsers } from './auth/users.ts';
import { controlCalls } from './control/control.ts';
import { faultFields } from './faultInjection.ts';
import { helpText } from './help.ts';
import { magicValues } from './magicValues.ts';
import { defaultOptions } from './options.ts';

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

  it.each(Object.keys(faultFields))('names the key %s of a fault', (key) => {
    expect(text).toMatch(new RegExp(`(?:^  |\`)${key}\\b`, 'm'));
  });
});
