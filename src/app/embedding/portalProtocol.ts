/**
 * What the console and a portal that shows it in a frame say to each other, as docs/embedding.md
 * describes. A message that is not exactly one of these is ignored.
 */
export const channelName = 'sim-console';
export const protocolVersion = 1;

/** From the console to the portal. */
export type OutboundMessage =
  /** The console stands and listens. */
  | { readonly kind: 'ready'; readonly consoleVersion: string }
  /** @property path from the console's base path on, with search and hash, fit for `navigate` */
  | { readonly kind: 'navigated'; readonly path: string; readonly title: string }
  /** Whether the page holds something that was typed and not saved. */
  | { readonly kind: 'dirty'; readonly dirty: boolean }
  /** The console asks for a new sign-in, over the page. */
  | { readonly kind: 'sessionExpired' };

const themes = ['light', 'dark', 'system'] as const;

/** From the portal to the console. */
export type InboundMessage =
  | { readonly kind: 'theme'; readonly theme: (typeof themes)[number] }
  | { readonly kind: 'navigate'; readonly path: string };

/** The wish that a message holds; undefined when it is none of this version. */
export function readInboundMessage(data: unknown): InboundMessage | undefined {
  if (!isRecord(data) || data['channel'] !== channelName || data['version'] !== protocolVersion) {
    return undefined;
  }
  const { kind, theme, path } = data;
  if (kind === 'theme') {
    const known = themes.find((candidate) => candidate === theme);
    return known && { kind, theme: known };
  }
  if (kind === 'navigate' && typeof path === 'string') return { kind, path };
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
