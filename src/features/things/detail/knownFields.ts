import type { Known } from '#ui/AllFields.tsx';

import { thingFields } from '../thingFields.ts';

const names = new Map(
  thingFields.map(({ id, isUndocumented }): [string | undefined, Known] => [
    id.split('.')[0],
    isUndocumented ? 'undocumented' : 'documented',
  ]),
);

export const knownOfThing = (name: string): Known | undefined => names.get(name);
