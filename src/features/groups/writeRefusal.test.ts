import { expect, it } from 'vitest';

import { whyUnsendable } from '#identifiers/groupId.ts';

import { refusalRecord } from './writeRefusal.ts';

it('V12: no group that can be saved has an id like the name of the refusal, which is kept beside its note', () => {
  expect(whyUnsendable(refusalRecord)).toBeDefined();
});
