import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { runtimeConfigMeta } from '#contract/session.ts';

/**
 * The configuration that the gateway wrote into the page. Checked by hand, since it is read before
 * the schema library is there.
 *
 * @returns undefined when the page was served as it was built, by another web server
 * @throws {Error} when it is not sound
 */
export function readRuntimeConfig(page: Document): RuntimeConfig | undefined {
  const content = page.querySelector<HTMLMetaElement>(`meta[name="${runtimeConfigMeta}"]`)?.content;
  if (content === undefined) return undefined;
  const value: unknown = JSON.parse(content);
  if (
    typeof value === 'object' &&
    value !== null &&
    'basePath' in value &&
    'environmentName' in value &&
    'version' in value &&
    'frameAncestors' in value
  ) {
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
  throw new Error(`The page has no sound <meta name="${runtimeConfigMeta}">`);
}
