/** Typed builders of every address of the console. Imports nothing, so that anything may link anywhere. */

/** Patterns as the router reads them. */
export const patterns = {
  signIn: '/sign-in',
  things: '/things',
  thing: '/things/:iccid',
  groups: '/groups',
  group: '/groups/:groupId',
} as const;

export const paths = {
  home: () => patterns.things,
  /** @param next address to go to after signing in */
  signIn: (next?: string) =>
    next === undefined ? patterns.signIn : `${patterns.signIn}?next=${encodeURIComponent(next)}`,
  /** Where the customer id is asked for, on the sign-in page. */
  chooseCustomer: (next: string) =>
    `${patterns.signIn}?ask=customer&next=${encodeURIComponent(next)}`,
  /** @param search the list's address parameters, with or without the question mark */
  things: (search = '') => `${patterns.things}${query(search)}`,
  /** One Thing; keeps the list's parameters, so that Back returns to the same rows. */
  thing: (iccid: string, search = '') => `/things/${encodeURIComponent(iccid)}${query(search)}`,
  groups: (search = '') => `${patterns.groups}${query(search)}`,
  group: (groupId: string) => `/groups/${encodeURIComponent(groupId)}`,
} as const;

function query(search: string): string {
  if (search === '' || search === '?') return '';
  return search.startsWith('?') ? search : `?${search}`;
}
