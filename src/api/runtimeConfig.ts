import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { runtimeConfigMeta } from '#contract/session.ts';
import { isObject } from '#lib/isObject.ts';

/**
 * Reads the configuration that the gateway wrote into the page. Checked by hand, because the schema
 * library is not in the entry chunk.
 *
 * @returns undefined with static hosting, where the page has no configuration
 * @throws {Error} if it is invalid
 */
export function readRuntimeConfig(page: Document): RuntimeConfig | undefined {
  const content = page.querySelector<HTMLMetaElement>(`meta[name="${runtimeConfigMeta}"]`)?.content;
  if (content === undefined) return undefined;
  const value: unknown = JSON.parse(content);
  if (isObject(value)) {
    const { basePath, environmentName, version, frameAncestors } = value;
    if (
      typeof basePath === 'string' &&
      typeof environmentName === 'string' &&
      typeof version === 'string' &&
      Array.isArray(frameAncestors)
    ) {
      return { basePath, environmentName, version, frameAncestors: frameAncestors.map(String) };
    }
  }
  throw new Error(`The page has no valid <meta name="${runtimeConfigMeta}">`);
}
