import { blockFlags } from '#api/things.ts';

/**
 * The services that a record reports as blocked.
 *
 * @returns the API names of the flags that are set, or how many flags are reported if none is set; undefined if the
 * record has no flags
 */
export function blockWords(
  flags: Readonly<Record<string, unknown>>,
): { readonly set: readonly string[]; readonly none?: string } | undefined {
  const known = Object.entries(flags).filter(([, flag]) => typeof flag === 'boolean');
  if (known.length === 0) return undefined;
  const set = known.flatMap(([name, flag]) => (flag === true ? [name] : []));
  if (set.length > 0) return { set };
  // A flag missing from the record may still be set.
  const reported = blockFlags.filter((flag) => typeof flags[flag] === 'boolean').length;
  const isAll = reported === blockFlags.length;
  return { set, none: isAll ? 'None' : `None of the ${reported} reported` };
}
