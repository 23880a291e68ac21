import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { runtimeConfigMeta } from '#contract/session.ts';

/**
 * The built HTML for one mount: addresses of files begin with the base path, and the configuration
 * stands in a `<meta>` element. Done once at start, so that the page is the same for everybody and
 * can be cached.
 */
export function preparePage(html: string, config: RuntimeConfig): string {
  const mounted = html.replaceAll(/\b(src|href)="\/(?!\/)/g, `$1="${config.basePath}`);
  return mounted.replace(/<head>(\s*<meta charset=[^>]*>)?/i, (head) => head + metaElement(config));
}

/** The element that the console reads at start. */
export function metaElement(config: RuntimeConfig): string {
  return `<meta name="${runtimeConfigMeta}" content="${escapeAttribute(JSON.stringify(config))}">`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
