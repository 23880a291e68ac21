import { keys } from './configKeys.ts';

/** PORT, NO_PROXY and their like are one letter away from much that belongs to other programs. */
const distinctive = Object.entries(keys).filter(([key]) => /_(?!PROXY$)/.test(key));

/** What Kubernetes sets in every container for a Service called "sim" or "sim-console". */
const ofKubernetes = /^SIM_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?$/;

/**
 * One sentence on a key that nobody reads and that was hardly meant for another program: without it a
 * misspelt key would count as absent.
 *
 * @returns undefined where there is none
 */
export function misspeltKey(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const [name, value] of Object.entries(environment)) {
    if (Object.hasOwn(keys, name) || (value ?? '').trim() === '') continue;
    const meant = distinctive.find(([key]) => isOneTypoAway(name.toUpperCase(), key));
    if (meant) {
      const [key, { example }] = meant;
      return `${name} is no key of this program: did you mean ${key}, for example ${key}=${example}`;
    }
    if (name.startsWith('SIM_') && !ofKubernetes.test(name)) {
      return `${name} is no key of this program: those that begin with SIM_ are SIM_API_URL and SIM_CONSOLE_URL, for example SIM_API_URL=${keys.SIM_API_URL.example}`;
    }
  }
  return undefined;
}

/** At most one letter too many, missing, wrong, or swapped with its neighbour. */
function isOneTypoAway(name: string, key: string): boolean {
  let same = 0;
  while (same < key.length && name[same] === key[same]) same++;
  const [left, right] = [name.slice(same), key.slice(same)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
