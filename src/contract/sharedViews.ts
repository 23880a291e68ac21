import * as z from 'zod/mini';

import { matching, oneOf, type Parameters, text } from './parameters.ts';
import { baseRevision } from './revisions.ts';
import { maxTagFilters, thingFilterNames, thingStates } from './thingsQuery.ts';
import { directions, visibleText } from './typedText.ts';

export const viewsPath = '/records/views';

/** A saved view of the Things list, shared with everyone who sees the same customer. */
export const sharedView = z.object({
  /** Chosen by the author's page, so that a retried request does not create a second view. */
  id: z.string(),
  name: z.string(),
  /** The list's address parameters. */
  search: z.string(),
  /** Username of the person who shared the view; nobody else can change it. */
  author: z.string(),
  /** Starts at 1 and increases with each change. */
  revision: z.int(),
  /** Milliseconds since the Unix epoch. */
  changedAt: z.number(),
});
export type SharedView = z.infer<typeof sharedView>;

/** Response to `GET /records/views`. */
export const sharedViews = z.object({ views: z.array(sharedView) });

/** Body of `PUT /records/views/:id`, with the revision on which the change is based; 0 for a new view. */
export const sharedViewChange = z.object({
  name: z.string(),
  search: z.string(),
  revision: baseRevision,
});
export type SharedViewChange = z.infer<typeof sharedViewChange>;

export const maxViewName = 80;
export const maxViewSearch = 4000;
export const maxViews = { perCustomer: 100, perAuthor: 20 } as const;

/** The name as it is stored and shown. */
export function viewName(typed: string): string {
  return typed.replaceAll(directions, '').trim();
}

/** The name as it is compared: ignoring case, repeated spaces and invisible characters. */
export function viewNameKey(name: string): string {
  return visibleText(name.normalize('NFKC')).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The address parameters that a view may have: all of the list's, except its page and page size. */
export const viewParameters: Parameters = {
  ...Object.fromEntries(thingFilterNames.map((name) => [name, text])),
  State: oneOf(thingStates),
  Tags: text,
  sort: oneOf(['ThingName', '-ThingName']),
  columns: matching(/^[\w.,*-]+$/, 'a list of columns'),
  mark: matching(/^[a-z]{1,40}$/i, 'the name of a mark'),
};

/** Why a view cannot have these address parameters, in a sentence; undefined if it can. */
export function viewSearchProblem(search: string): string | undefined {
  if (search === '' || search.length > maxViewSearch) {
    return `The search of a view has 1 to ${maxViewSearch} characters.`;
  }
  // Parsing replaces what is not valid, but the search is stored as received.
  if (!search.isWellFormed() || /\p{Cc}/u.test(search)) return 'The search is not valid text.';
  const given = new URLSearchParams(search);
  for (const [name, value] of given) {
    const parameter = Object.hasOwn(viewParameters, name) ? viewParameters[name] : undefined;
    if (!parameter) return 'The search has a parameter that the Things list does not support.';
    const isTooOften = given.getAll(name).length > (name === 'Tags' ? maxTagFilters : 1);
    if (isTooOften) return `The search has too many values for "${name}".`;
    if (parameter.parse(value) === undefined) return `"${name}" must be ${parameter.expected}.`;
  }
  return undefined;
}
