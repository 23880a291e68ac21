import { jsonAnswer } from '../answers.ts';
import type { Route } from '../route.ts';
import { findThings } from './findThings.ts';
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
    const rows = findThings(caller.customer, search, options);
    return jsonAnswer(rows.map((row) => shapeThing(caller.customer, row, options)));
  },
};
