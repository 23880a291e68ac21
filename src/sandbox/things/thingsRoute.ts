import { jsonAnswer } from '../answers.ts';
import type { Call, Route } from '../route.ts';
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
  takesQuery: true,
  run: answerThings,
};

/** The page of Things that the query asks for. */
export function answerThings({ query, options, caller, service }: Call): Response {
  const { customer } = caller;
  const search = readThingsQuery(query, options.unknownParameters === 'refuse');
  const first =
    options.unsortedOrder === 'shifting' ? service.random().int(customer.fleet.size) : 0;
  const rows = findThings(customer, search, options, first);
  return jsonAnswer(rows.map((row) => shapeThing(customer, row, options)));
}
