import { staticConfig, type StaticConfig } from '#contract/runtimeConfig.ts';

/** One sentence for the administrator, naming the file and the key that is wrong. */
export class StaticConfigError extends Error {
  override readonly name = 'StaticConfigError';
}

/** Completes "The key … must be". */
const expected: Readonly<Record<keyof StaticConfig, string>> = {
  apiUrl: 'a path on this origin, for example "/service"',
  consoleUrl: 'a path on this origin, for example "/service-console"',
  customerId: 'text without spaces or accents, such as "cid_123"',
  customerIdClaim: 'the dotted path of a claim, for example "tenant.customer_id"',
  frameAncestors: 'a list of origins, each with https:// and without a path',
  environmentName: 'text of at most 40 characters, for example "Staging"',
};

/**
 * Reads the `config.json` next to the page.
 *
 * @param basePath path of the page, with a slash at both ends
 * @throws {StaticConfigError}
 */
export async function loadStaticConfig(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  basePath: string,
): Promise<StaticConfig> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${basePath}config.json`, { cache: 'no-store' });
    text = await response.text();
  } catch (cause) {
    throw new StaticConfigError('config.json could not be loaded: check the connection.', {
      cause,
    });
  }
  if (!response.ok) {
    throw new StaticConfigError(
      `config.json could not be loaded: the web server responded with status ${response.status}.`,
    );
  }
  return checkStaticConfig(text);
}

/** @throws {StaticConfigError} */
export function checkStaticConfig(text: string): StaticConfig {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StaticConfigError('config.json is missing, or is not JSON.', { cause });
  }
  const result = staticConfig.safeParse(value);
  if (result.success) return result.data;

  const issues = result.error.issues;
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')?.keys[0];
  if (unknown !== undefined) {
    const keys = Object.keys(expected).join(', ');
    throw new StaticConfigError(
      `config.json has the unknown key "${unknown}"; the valid keys are ${keys}.`,
    );
  }
  const wrong = Object.entries(expected).find(([key]) =>
    issues.some(({ path }) => path[0] === key),
  );
  throw new StaticConfigError(
    wrong
      ? `The key "${wrong[0]}" of config.json must be ${wrong[1]}.`
      : 'config.json must be a JSON object.',
  );
}
