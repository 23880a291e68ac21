import { maxCodes, namesAnswer, namesPath, networkCode, tacCode } from '#contract/names.ts';
import { parseJson } from '#lib/json.ts';

import type { RecordsAccess } from './client.ts';

/** Finds the name of a network, such as 262-01, or of a device model by its TAC; undefined if none is known. */
export type NameOf = (code: string | undefined) => string | undefined;

/** The names that this tab has looked up. */
type NameLookup = ReturnType<typeof createNameLookup>;

const lookups = new WeakMap<RecordsAccess, NameLookup>();

/** The lookup that all pages of a session share. */
export function nameLookup(records: RecordsAccess): NameLookup {
  const lookup = lookups.get(records) ?? createNameLookup(records);
  lookups.set(records, lookup);
  return lookup;
}

function createNameLookup(records: RecordsAccess) {
  /** Null for a code without a name. */
  const names = new Map<string, string | null>();
  /** Lookups that have not been answered yet. */
  const asked = new Map<string, Promise<void>>();
  /** The next call, which all parts of a page that ask at the same time share. */
  let next: { readonly codes: string[]; readonly answer: Promise<void> } | undefined;
  const find = (): NameOf => (code) =>
    code === undefined ? undefined : (names.get(code) ?? undefined);
  let nameOf = find();

  async function ask(codes: readonly string[]): Promise<void> {
    // Meanwhile, the other parts of the page add their codes.
    await Promise.resolve();
    next = undefined;
    const query = new URLSearchParams();
    const networks = codes.filter((code) => networkCode.test(code));
    const tacs = codes.filter((code) => tacCode.test(code));
    if (networks.length > 0) query.set('networks', networks.join(','));
    if (tacs.length > 0) query.set('tacs', tacs.join(','));
    try {
      const { text } = await records.send({
        method: 'GET',
        route: namesPath,
        query,
        background: true,
      });
      const found = namesAnswer.parse(parseJson(text));
      const known = new Map(Object.entries({ ...found.networks, ...found.models }));
      for (const code of codes) names.set(code, known.get(code) ?? null);
      if (known.size > 0) nameOf = find();
    } catch {
      // Only the numbers are shown. The next page that shows these codes asks again.
    } finally {
      for (const code of codes) asked.delete(code);
    }
  }

  return {
    /** A new function whenever names have arrived. */
    nameOf: () => nameOf,
    /** Looks up these codes, unless this tab has already done so. Never throws. */
    async learn(codes: readonly (string | undefined)[]): Promise<void> {
      const wanted = new Set(codes.filter(isCode).filter((code) => !names.has(code)));
      for (const code of wanted) {
        if (asked.has(code)) continue;
        if (!next || next.codes.length === maxCodes) {
          const some: string[] = [];
          next = { codes: some, answer: ask(some) };
        }
        next.codes.push(code);
        asked.set(code, next.answer);
      }
      await Promise.all(Array.from(wanted, async (code) => asked.get(code)));
    },
  };
}

function isCode(code: string | undefined): code is string {
  return code !== undefined && (networkCode.test(code) || tacCode.test(code));
}
