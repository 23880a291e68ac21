import { apiPrefix } from './session.ts';
import {
  maxTagFilters,
  maxThingsLimit,
  thingFilterNames,
  type ThingsListParams,
  thingStates,
  thingsSearch,
} from './thingsQuery.ts';

const sizes: readonly string[] = ['10', '25', '50'];
const sorts = { ThingName: 'ASC', '-ThingName': 'DESC' } as const;

/**
 * The first call to the service for the Things list.
 *
 * @param search the list's address parameters
 * @returns its address below the base path; undefined if the console itself must interpret a parameter
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
    filters[name] = value;
  }
  const tags = search.getAll('Tags');
  const areTagsPlain = tags.every((tag) => tag !== '' && tag.trim() === tag);
  if (!areTagsPlain || new Set(tags).size < tags.length || tags.length > maxTagFilters) {
    return undefined;
  }
  const state = one('State');
  const sort = one('sort');
  const size = search.has('size') ? one('size') : '25';
  const page = search.has('page') ? one('page') : '1';
  const isKnown =
    (state === undefined || thingStates.some((known) => known === state)) &&
    (sort === undefined || (sort !== null && Object.hasOwn(sorts, sort)));
  if (!isKnown || !sizes.includes(size ?? '') || !/^[1-9]\d{0,6}$/.test(page ?? '')) {
    return undefined;
  }
  const params: ThingsListParams = {
    filters,
    tags,
    state: thingStates.find((known) => known === state),
    sort: Object.entries(sorts).find(([name]) => name === sort)?.[1],
    size: Number(size),
    offset: (Number(page) - 1) * Number(size),
  };
  const query = thingsSearch(params, Math.min(params.size + 1, maxThingsLimit));
  return `${apiPrefix}/things?${query.toString()}`;
}
