import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { createUsers } from './auth/users.ts';
import { controlCalls } from './control/control.ts';
import { helpText } from './help.ts';
import { defaultOptions } from './options.ts';
import { sentinelValues } from './sentinels.ts';

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

  it.each(sentinelValues)('names the value %s', (value) => {
    expect(text).toContain(value);
  });

  it.each(controlCalls)('names the call %s', (call) => {
    expect(text).toContain(call.split(/\s+/)[1]);
  });

  it.each(['PORT', 'HOST', 'SANDBOX_THINGS', 'SANDBOX_SEED', 'SANDBOX_LATENCY_MS'])(
    'names the key %s',
    (key) => {
      expect(text).toContain(key);
    },
  );
});

describe('docs/sandbox.md', () => {
  it.each(Object.keys(defaultOptions).filter((name) => name !== 'clock'))(
    'names the option %s',
    (name) => {
      expect(documents['docs/sandbox.md']).toContain(`\`${name}\``);
    },
  );
});
