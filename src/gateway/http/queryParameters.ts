import type { Parameters, QueryOf } from '#contract/parameters.ts';

import { GatewayError } from './gatewayError.ts';

/**
 * Reads a query, and refuses unknown parameters, repeated ones, and invalid values.
 *
 * @throws {GatewayError} `bad_request`, which names the first bad parameter
 */
export function readQuery<P extends Parameters>(
  parameters: P,
  search: URLSearchParams,
): QueryOf<P> {
  for (const name of search.keys()) {
    if (!Object.hasOwn(parameters, name) || search.getAll(name).length > 1) {
      throw new GatewayError('bad_request', {
        message: `The parameters are ${Object.keys(parameters).join(', ')}, each at most once.`,
      });
    }
  }
  const values = Object.entries(parameters).flatMap(([name, { parse, expected, takesEmpty }]) => {
    const given = search.get(name);
    if (given === null || (given === '' && takesEmpty !== true)) return [];
    const value = parse(given);
    if (value !== undefined) return [[name, value] as const];
    throw new GatewayError('bad_request', { message: `"${name}" must be ${expected}.` });
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- each parsed by its own parameter
  return Object.fromEntries(values) as QueryOf<P>;
}
