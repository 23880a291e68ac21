import { apiPrefix, sessionPath } from './session.ts';
import {
  maxTagFilters,
  maxThingsLimit,
  thingFilterNames,
  type ThingsListParams,
  thingStates,
  thingsSearch,
} from './thingsQuery.ts';

/**
 * What the gateway sends behind a page, so that the page need not ask for it once its scripts have come: who is
 * signed in and, for the list of Things, the rows of exactly this address. Each answer is a
 * `<script type="application/json">`, which no browser runs.
 */

/** Name of the `<meta>` element that says which answers follow: a JSON array of addresses below the base path. */
export const firstAnswersMeta = 'sim-console-first-answers';
/** Attribute of a data block: the address that it answers. */
export const firstAnswerAttribute = 'data-first-answer';

/** Name of the `<meta>` element that names this one page, and of the header by which its calls do. */
export const firstPageMeta = 'sim-console-first-page';
export const firstPageHeader = 'x-sim-first-page';

/** One answer, as the call itself would have got it. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The first question of every page. */
export const firstSessionCall = sessionPath;

const sizes: readonly number[] = [10, 25, 50];
const sorts = { ThingName: 'ASC', '-ThingName': 'DESC' } as const;
const wholeNumbers: ReadonlySet<string> = new Set(['CellId', 'Lac']);

/**
 * The call of the service that the list of Things begins with.
 *
 * @param search address parameters of the list
 * @returns its address below the base path; undefined where a parameter needs the console's own reading
 */
export function firstListCall(search: URLSearchParams): string | undefined {
  const one = (name: string): string | undefined | null => {
    const values = search.getAll(name);
    const [value] = values;
    if (value === undefined) return undefined;
    return values.length === 1 && value !== '' && value.trim() === value ? value : null;
  };
  const filters: Record<string, string> = {};
  for (const name of thingFilterNames) {
    const value = one(name);
    if (value === null) return undefined;
    if (value === undefined) continue;
    if (wholeNumbers.has(name) && !/^\d+$/.test(value)) return undefined;
    filters[name] = value;
  }
  const tags = search.getAll('Tags');
  const areTagsPlain = tags.every((tag) => tag !== '' && tag.trim() === tag);
  if (!areTagsPlain || new Set(tags).size < tags.length || tags.length > maxTagFilters) {
    return undefined;
  }
  const state = one('State');
  const sort = one('sort');
  const size = Number(one('size') ?? 25);
  const page = one('page') ?? '1';
  const isKnown =
    (state === undefined || thingStates.some((known) => known === state)) &&
    (sort === undefined || (sort !== null && Object.hasOwn(sorts, sort))) &&
    search.getAll('size').length < 2 &&
    search.getAll('page').length < 2;
  if (!isKnown || !sizes.includes(size) || !/^[1-9]\d{0,6}$/.test(page)) return undefined;
  const params: ThingsListParams = {
    filters,
    tags,
    state: thingStates.find((known) => known === state),
    sort: Object.entries(sorts).find(([name]) => name === sort)?.[1],
    size,
    offset: (Number(page) - 1) * size,
  };
  const query = thingsSearch(params, Math.min(size + 1, maxThingsLimit));
  return `${apiPrefix}/things?${query.toString()}`;
}
