import { expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';

import { thingFields } from './thingFields.ts';

const [record] = createSandbox({ things: 1 }).state.things();
const known = new Set(thingFields.map(({ id }) => id.split('.')[0]));

it.each(Object.keys(record ?? {}))(
  '%s can be a column, is among the details, and is exported',
  (name) => {
    expect(known).toContain(name);
  },
);
