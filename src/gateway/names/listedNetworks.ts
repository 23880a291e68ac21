interface ListedNetwork {
  readonly mcc: string;
  readonly mnc: string;
  readonly brand: string | null;
  readonly operator: string | null;
  readonly status: string;
}

/** With these statuses, the code belongs to nobody or to a former operator. */
const unused = new Set(['Not operational', 'Reserved', 'Returned spare']);

/**
 * The names of networks by code, such as `262-01`, from the package mcc-mnc-list (decision 034). Its data loads on the
 * first call, so that starting the gateway does not wait for it.
 */
export async function listedNetworks(): Promise<ReadonlyMap<string, string>> {
  const { all } = await import('mcc-mnc-list');
  return networkNames(all());
}

/** Islands and territories share codes, so a code can have several entries, and then has the names of all of them. */
export function networkNames(list: readonly ListedNetwork[]): ReadonlyMap<string, string> {
  const isCode = ({ mcc, mnc }: ListedNetwork) => /^\d{3}$/.test(mcc) && /^\d{2,3}$/.test(mnc);
  const used = list.filter((entry) => isCode(entry) && !unused.has(entry.status));
  const byCode = Map.groupBy(used, ({ mcc, mnc }) => `${mcc}-${mnc}`);
  return new Map(
    [...byCode].flatMap(([code, entries]) => {
      const operational = entries.filter(({ status }) => status === 'Operational');
      const best = operational.length > 0 ? operational : entries;
      const names = new Set(best.flatMap(({ brand, operator }) => brand ?? operator ?? []));
      return names.size === 0 ? [] : [[code, [...names].join(' / ')] as const];
    }),
  );
}
