import {
  channelName,
  protocolVersion,
  readInboundMessage,
  type OutboundMessage,
  type InboundMessage,
} from './portalProtocol.ts';

/** The line to the page that shows the console in a frame. */
export interface PortalChannel {
  /** Says it to the portal alone; kept back until it is known that the portal is an allowed one. */
  tell(news: OutboundMessage): void;
  /** @returns takes the listener away */
  listen(hear: (wish: InboundMessage) => void): () => void;
}

/** The part of a window that the line needs. */
export interface FrameWindow {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  readonly document: { readonly referrer: string };
  addEventListener(type: 'message', listen: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listen: (event: MessageEvent<unknown>) => void): void;
}

/**
 * Talks with the frame's parent, and with nothing else: a message counts only from the parent and from
 * an allowed origin, and every message is sent to one exact origin (H4).
 *
 * @param allowed origins that may show the console in a frame
 */
export function createPortalChannel(frame: FrameWindow, allowed: readonly string[]): PortalChannel {
  let origin = parentOrigin(frame);
  if (origin !== undefined && !allowed.includes(origin)) origin = undefined;
  const waiting: OutboundMessage[] = [];

  function send(news: OutboundMessage, target: string) {
    frame.parent.postMessage({ channel: channelName, version: protocolVersion, ...news }, target);
  }

  return {
    tell(news) {
      if (origin === undefined) waiting.push(news);
      else send(news, origin);
    },
    listen(hear) {
      const receive = (event: MessageEvent<unknown>) => {
        if (event.source !== frame.parent || !allowed.includes(event.origin)) return;
        const wish = readInboundMessage(event.data);
        if (!wish) return;
        if (origin === undefined) {
          origin = event.origin;
          for (const news of waiting.splice(0)) send(news, origin);
        }
        hear(wish);
      };
      frame.addEventListener('message', receive);
      return () => frame.removeEventListener('message', receive);
    },
  };
}

/** Not every browser tells who the parent is; the portal's first message does. */
function parentOrigin({ location, document }: FrameWindow): string | undefined {
  const [parent] = Array.from(location.ancestorOrigins ?? []);
  if (parent !== undefined) return parent;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
}
