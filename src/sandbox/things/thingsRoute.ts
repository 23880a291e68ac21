import { jsonAnswer } from '../answers.ts';
import type { Route } from '../route.ts';
import { obeySentinel } from '../sentinels.ts';
import { findThings } from './findThings.ts';
import { thingRecord } from './record.ts';
import { shapeThing } from './thingShape.ts';
import { readThingsQuery } from './thingsQuery.ts';

/** `GET /things` (API document 4.5). */
export const listThings: Route = {
  method: 'GET',
  path: '/things',
  base: 'console',
  scope: 'read',
  apikey: 'required',
  run({ query, options, caller }) {
    const search = readThingsQuery(query, options.unknownParameters === 'refuse');
    obeySentinel(search.filters.get('ThingName'));
    const rows = findThings(caller.customer, search, options);
    return jsonAnswer(rows.map((row) => shapeThing(thingRecord(caller.customer, row), options)));
  },
};
