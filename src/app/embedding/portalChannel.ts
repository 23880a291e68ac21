import { isObject } from '#lib/isObject.ts';

/**
 * The messages between the console and a portal that shows it in a frame (docs/embedding.md). All other
 * messages are ignored.
 */
const channelName = 'sim-console';
const protocolVersion = 1;

/** From the console to the portal. */
type OutboundMessage =
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
  | { readonly kind: 'navigate'; readonly path: string }
  /** @property discard whether to sign out even with unsaved changes */
  | { readonly kind: 'signOut'; readonly discard: boolean };

/** The parts of a window that the channel needs. */
export interface FrameWindow {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  readonly document: { readonly referrer: string };
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/**
 * The channel to the page that shows the console in a frame: messages are accepted only from the parent window at an
 * allowed origin, and sent only to that exact origin (H4).
 *
 * @param allowed origins that may show the console in a frame
 */
export function createPortalChannel(frame: FrameWindow, allowed: readonly string[]) {
  let origin = parentOrigin(frame);
  if (origin !== undefined && !allowed.includes(origin)) origin = undefined;
  const waiting: OutboundMessage[] = [];

  function post(message: OutboundMessage, target: string) {
    frame.parent.postMessage(
      { channel: channelName, version: protocolVersion, ...message },
      target,
    );
  }

  return {
    /** Sends to the portal. Messages wait until the parent is known to be an allowed portal. */
    send(message: OutboundMessage) {
      if (origin === undefined) waiting.push(message);
      else post(message, origin);
    },
    /** @returns a function that removes the listener */
    listen(onMessage: (message: InboundMessage) => void) {
      const receive = (event: MessageEvent<unknown>) => {
        if (event.source !== frame.parent || !allowed.includes(event.origin)) return;
        const received = readInboundMessage(event.data);
        if (!received) return;
        if (origin === undefined) {
          origin = event.origin;
          for (const message of waiting.splice(0)) post(message, origin);
        }
        onMessage(received);
      };
      frame.addEventListener('message', receive);
      return () => frame.removeEventListener('message', receive);
    },
  };
}

/** Undefined until the portal's first message if the browser does not reveal it. */
function parentOrigin({ location, document }: FrameWindow): string | undefined {
  const [parent] = Array.from(location.ancestorOrigins ?? []);
  if (parent !== undefined) return parent;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}

/** @returns undefined if the data is not a message of this protocol version */
function readInboundMessage(data: unknown): InboundMessage | undefined {
  if (!isObject(data) || data['channel'] !== channelName || data['version'] !== protocolVersion) {
    return undefined;
  }
  const { kind, theme, path } = data;
  if (kind === 'theme') {
    const known = themes.find((candidate) => candidate === theme);
    return known && { kind, theme: known };
  }
  if (kind === 'signOut') return { kind, discard: data['discard'] === true };
  if (kind === 'navigate' && typeof path === 'string') return { kind, path };
  return undefined;
}
