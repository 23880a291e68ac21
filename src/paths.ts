/** Builds every console address. Has no imports, so that any module can link anywhere. */

/** The router's route patterns. */
export const patterns = {
  signIn: '/sign-in',
  things: '/things',
  thing: '/things/:iccid',
  view: '/views/:id',
  find: '/find',
  groups: '/groups',
  group: '/groups/:groupId',
  fleet: '/fleet/:list?',
  alerts: '/alerts',
  changes: '/changes',
  workSet: '/set',
  compare: '/compare',
} as const;

export const paths = {
  home: () => patterns.things,
  /** @param next the address to open after signing in */
  signIn: (next?: string) =>
    next === undefined ? patterns.signIn : `${patterns.signIn}?next=${encodeURIComponent(next)}`,
  /** The sign-in page, asking for the customer id. */
  chooseCustomer: (next: string) =>
    `${patterns.signIn}?ask=customer&next=${encodeURIComponent(next)}`,
  /** @param search the list's address parameters, with or without the question mark */
  things: (search = '') => `${patterns.things}${query(search)}`,
  /** One Thing, with the list's parameters, so that Back returns to the same rows. */
  thing: (iccid: string, search = '') => `/things/${encodeURIComponent(iccid)}${query(search)}`,
  find: () => patterns.find,
  workSet: () => patterns.workSet,
  /** Two to four SIMs side by side. */
  compare: (...iccids: readonly string[]) =>
    `${patterns.compare}?${iccids.map((iccid) => `iccid=${encodeURIComponent(iccid)}`).join('&')}`,
  groups: (search = '') => `${patterns.groups}${query(search)}`,
  /**
   * An id is opaque (API document 2): � replaces characters that no address can carry, and precedes dots that would
   * lead to a parent path.
   */
  group: (groupId: string) =>
    `/groups/${encodeURIComponent(groupId.replace(/^\.\.?$/, '�$&').toWellFormed())}`,
  /** @param list `sims`, a check as in src/contract/inventory.ts, or `changes` */
  fleet: (list?: string, search = '') =>
    list === undefined ? '/fleet' : `/fleet/${encodeURIComponent(list)}${query(search)}`,
  /** @param search the page's address parameters, with or without the question mark */
  alerts: (search = '') => `${patterns.alerts}${query(search)}`,
  /** @param search as for the alerts */
  changes: (search = '') => `${patterns.changes}${query(search)}`,
} as const;

function query(search: string): string {
  if (search === '' || search === '?') return '';
  return search.startsWith('?') ? search : `?${search}`;
}
