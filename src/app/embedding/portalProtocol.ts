import { isObject } from '#lib/isObject.ts';

/**
 * The messages between the console and a portal that shows it in a frame (docs/embedding.md). All other
 * messages are ignored.
 */
export const channelName = 'sim-console';
export const protocolVersion = 1;

/** From the console to the portal. */
export type OutboundMessage =
  /** The console is ready to receive messages. */
  | { readonly kind: 'ready'; readonly consoleVersion: string }
  /** @property path relative to the console's base path, with query and hash, as expected by `navigate` */
  | { readonly kind: 'navigated'; readonly path: string; readonly title: string }
  /** Whether the page has unsaved changes. */
  | { readonly kind: 'dirty'; readonly dirty: boolean }
  /** The console is showing the sign-in dialog over the page. */
  | { readonly kind: 'sessionExpired' };

const themes = ['light', 'dark', 'system'] as const;

/** From the portal to the console. */
export type InboundMessage =
  | { readonly kind: 'theme'; readonly theme: (typeof themes)[number] }
  | { readonly kind: 'navigate'; readonly path: string };

/** @returns undefined if the data is not a message of this protocol version */
export function readInboundMessage(data: unknown): InboundMessage | undefined {
  if (!isObject(data) || data['channel'] !== channelName || data['version'] !== protocolVersion) {
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
