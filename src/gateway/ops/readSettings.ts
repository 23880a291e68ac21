import * as z from 'zod/mini';

/** An environment key: how it is read, and how `--help` and errors describe it. */
export interface Setting {
  readonly key: string;
  readonly meaning: string;
  readonly schema: z.ZodMiniType;
  /** What the value must be, phrased to follow "must be". */
  readonly expected: string;
  readonly example: string;
  /** The value if the key is absent, as written in the environment. */
  readonly default?: string;
  /** How the help describes the default, if its value is not self-explanatory. */
  readonly defaultMeaning?: string;
}

type Table = Readonly<Record<string, Setting>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The values for a table of settings. Only settings without a default can be null. */
export type ValuesOf<S extends Table> = {
  readonly [K in keyof S]:
    | z.output<S[K]['schema']>
    | (S[K] extends { readonly default: string } ? never : null);
};

/** An error in one sentence that names the key and shows a valid value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The values for a table of settings in this environment; an empty value counts as absent.
 *
 * @throws {ConfigError} on the first key whose value is invalid
 */
export function readSettings<S extends Table>(table: S, environment: Environment): ValuesOf<S> {
  const values = Object.entries(table).map(([name, setting]) => [name, read(setting, environment)]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- TypeScript cannot type Object.fromEntries
  return Object.fromEntries(values) as ValuesOf<S>;
}

function read(setting: Setting, environment: Environment): unknown {
  const { key, schema } = setting;
  // Other programs also read the proxy keys in lower case, and prefer them.
  const small = key.endsWith('_PROXY') ? environment[key.toLowerCase()]?.trim() : undefined;
  const value = small || environment[key]?.trim() || setting.default;
  if (value === undefined) return null;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw invalidValue(setting);
}

/** The error for a value that a setting cannot have. */
export function invalidValue({
  key,
  expected,
  example,
}: Pick<Setting, 'key' | 'expected' | 'example'>): ConfigError {
  return new ConfigError(`${key} must be ${expected}, for example ${key}=${example}`);
}

/** The variables that Kubernetes sets in every container for a Service called "sim" or "sim-console". */
const ofKubernetes = /^SIM_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?$/;

/**
 * Refuses an unknown key that is probably not meant for another program: otherwise a misspelt key would count as
 * absent.
 *
 * @throws {ConfigError}
 */
export function refuseMisspeltKeys(settings: readonly Setting[], environment: Environment): void {
  // PORT, NO_PROXY and the like are one letter away from keys of many other programs.
  const distinctive = settings.filter(({ key }) => /^SANDBOX$|_(?!PROXY$)/.test(key));
  const ofService = settings.filter(({ key }) => key.startsWith('SIM_'));
  for (const [name, value] of Object.entries(environment)) {
    if (settings.some(({ key }) => key === name) || (value ?? '').trim() === '') continue;
    const meant = distinctive.find(({ key }) => isOneTypoAway(name.toUpperCase(), key));
    if (meant) {
      throw new ConfigError(
        `${name} is not a key of this program: did you mean ${meant.key}, for example ${meant.key}=${meant.example}`,
      );
    }
    if (name.startsWith('SIM_') && !ofKubernetes.test(name)) {
      const keys = ofService.map(({ key }) => key).join(' and ');
      throw new ConfigError(
        `${name} is not a key of this program: the keys that begin with SIM_ are ${keys}, for example ${ofService[0]?.key}=${ofService[0]?.example}`,
      );
    }
  }
}

/** Whether at most one letter is extra, missing, wrong, or swapped with its neighbour. */
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
