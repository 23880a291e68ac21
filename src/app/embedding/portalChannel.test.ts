import { describe, expect, it } from 'vitest';

import { createPortalChannel, type FrameWindow } from './portalChannel.ts';
import type { InboundMessage } from './portalProtocol.ts';

const portal = 'https://portal.example';
const theme = { channel: 'sim-console', version: 1, kind: 'theme', theme: 'dark' };

type Heard = (event: MessageEvent<unknown>) => void;

/** A frame in a page of this origin, as far as a browser tells. */
function createFrame(told: { ancestor?: string; referrer?: string }) {
  const posted: { data: unknown; target: unknown }[] = [];
  const listeners = new Set<Heard>();
  const parent = {
    postMessage: (data: unknown, target?: unknown) => void posted.push({ data, target }),
  };
  const frame: FrameWindow = {
    parent,
    location: told.ancestor === undefined ? {} : { ancestorOrigins: [told.ancestor] },
    document: { referrer: told.referrer ?? '' },
    addEventListener: (_type, listen) => void listeners.add(listen),
    removeEventListener: (_type, listen) => void listeners.delete(listen),
  };
  const receive = (origin: string, data: unknown, source: unknown = parent) => {
    for (const listen of listeners) listen(messageFrom(origin, data, source));
  };
  return { frame, posted, receive };
}

function messageFrom(origin: string, data: unknown, source: unknown): MessageEvent<unknown> {
  const event = new MessageEvent('message', { origin, data });
  Object.defineProperty(event, 'source', { value: source });
  return event;
}

describe('H4: what the console tells', () => {
  it.each([
    ['the browser names the parent', { ancestor: portal }],
    ['only the referrer does', { referrer: `${portal}/tools/sims?x=1` }],
  ])('goes to that one origin where %s', (_case, told) => {
    const { frame, posted } = createFrame(told);
    createPortalChannel(frame, ['https://other.example', portal]).tell({ kind: 'sessionExpired' });
    expect(posted).toEqual([
      { data: { channel: 'sim-console', version: 1, kind: 'sessionExpired' }, target: portal },
    ]);
  });

  it.each([
    ['the parent is not an allowed one', { ancestor: 'https://evil.example' }],
    ['the parent is a file or a sandbox', { ancestor: 'null' }],
    ['nobody says who the parent is', {}],
  ])('goes nowhere where %s', (_case, told) => {
    const { frame, posted } = createFrame(told);
    createPortalChannel(frame, [portal]).tell({ kind: 'sessionExpired' });
    expect(posted).toEqual([]);
  });

  it('is kept until the portal has said who it is, in its order', () => {
    const { frame, posted, receive } = createFrame({});
    const line = createPortalChannel(frame, [portal]);
    line.listen(() => {});
    line.tell({ kind: 'ready', consoleVersion: '1' });
    line.tell({ kind: 'dirty', dirty: false });
    receive(portal, theme);
    expect(posted).toMatchObject([
      { data: { kind: 'ready' }, target: portal },
      { data: { kind: 'dirty' }, target: portal },
    ]);
  });
});

describe('H4: what the console hears', () => {
  function hear(origin: string, data: unknown, source?: unknown): InboundMessage[] {
    const heard: InboundMessage[] = [];
    const { frame, receive } = createFrame({ ancestor: portal });
    createPortalChannel(frame, [portal]).listen((wish) => heard.push(wish));
    receive(origin, data, source);
    return heard;
  }

  it('is a wish of the parent', () => {
    expect(hear(portal, theme)).toEqual([{ kind: 'theme', theme: 'dark' }]);
    const navigate = { channel: 'sim-console', version: 1, kind: 'navigate', path: '/groups' };
    expect(hear(portal, navigate)).toEqual([{ kind: 'navigate', path: '/groups' }]);
  });

  it.each([
    ['another origin', 'https://evil.example', theme, undefined],
    ['an origin that only begins alike', `${portal}.evil.example`, theme, undefined],
    ['the parent’s origin, but another window', portal, theme, {}],
  ])('is nothing from %s', (_case, origin, data, source) => {
    expect(hear(origin, data, source)).toEqual([]);
  });

  it.each([
    ['no object', 'theme'],
    ['null', null],
    ['no channel', { version: 1, kind: 'theme', theme: 'dark' }],
    ['another version', { ...theme, version: 2 }],
    ['an unknown kind', { ...theme, kind: 'eval' }],
    ['an unknown theme', { ...theme, theme: 'url(x)' }],
    ['a path that is no text', { ...theme, kind: 'navigate', path: { toString: () => '/' } }],
  ])('is nothing in a bad shape: %s', (_case, data) => {
    expect(hear(portal, data)).toEqual([]);
  });
});
