/**
 * Whether two lists of networks may be of the same networks. A network without a name is listed as it came, and may
 * be one that the other list names, or spells otherwise: only more than that is a change.
 */
export function maybeSameNetworks(before: readonly string[], after: readonly string[]): boolean {
  const gone = without(before, after);
  const come = without(after, before);
  // Each of those that are gone needs one that came, and one of the two has no name.
  return gone.length === come.length && gone.filter(isName).length <= come.filter(isNoName).length;
}

/** Those of the first list that the second has not, as often as it lacks them. */
function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return names.filter((name) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** What is no name is in JSON. */
const isNoName = (text: string) => /^[{[]/.test(text);
const isName = (text: string) => !isNoName(text);
