import { describe, expect, it } from 'vitest';

import { createPortalChannel, type FrameWindow, type InboundMessage } from './portalChannel.ts';

const portal = 'https://portal.example';
const theme = { channel: 'sim-console', version: 1, kind: 'theme', theme: 'dark' };
const signOut = { channel: 'sim-console', version: 1, kind: 'signOut' };

type Listener = (event: MessageEvent<unknown>) => void;

/** A frame, with its parent's origin if the browser reveals that. */
function createFrame(told: { ancestor?: string; referrer?: string }) {
  const posted: { data: unknown; target: unknown }[] = [];
  const listeners = new Set<Listener>();
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

describe('H4: a message from the console', () => {
  it.each([
    ['the browser names the parent', { ancestor: portal }],
    ['only the referrer names the parent', { referrer: `${portal}/tools/sims?x=1` }],
  ])('is sent to the exact origin of the portal if %s', (_case, told) => {
    const { frame, posted } = createFrame(told);
    createPortalChannel(frame, ['https://other.example', portal]).send({ kind: 'sessionExpired' });
    expect(posted).toEqual([
      { data: { channel: 'sim-console', version: 1, kind: 'sessionExpired' }, target: portal },
    ]);
  });

  it.each([
    ['the parent is not allowed', { ancestor: 'https://evil.example' }],
    ['the parent is a file or a sandbox', { ancestor: 'null' }],
    ['the parent is unknown', {}],
  ])('is not sent if %s', (_case, told) => {
    const { frame, posted } = createFrame(told);
    createPortalChannel(frame, [portal]).send({ kind: 'sessionExpired' });
    expect(posted).toEqual([]);
  });

  it('waits until the portal has sent a message, and is sent in order', () => {
    const { frame, posted, receive } = createFrame({});
    const channel = createPortalChannel(frame, [portal]);
    channel.listen(() => {});
    channel.send({ kind: 'ready', consoleVersion: '1' });
    channel.send({ kind: 'dirty', dirty: false });
    receive(portal, theme);
    expect(posted).toMatchObject([
      { data: { kind: 'ready' }, target: portal },
      { data: { kind: 'dirty' }, target: portal },
    ]);
  });
});

describe('H4: a message from the portal', () => {
  function received(origin: string, data: unknown, source?: unknown): InboundMessage[] {
    const messages: InboundMessage[] = [];
    const { frame, receive } = createFrame({ ancestor: portal });
    createPortalChannel(frame, [portal]).listen((message) => messages.push(message));
    receive(origin, data, source);
    return messages;
  }

  it('is accepted from the parent', () => {
    expect(received(portal, theme)).toEqual([{ kind: 'theme', theme: 'dark' }]);
    const navigate = { channel: 'sim-console', version: 1, kind: 'navigate', path: '/groups' };
    expect(received(portal, navigate)).toEqual([{ kind: 'navigate', path: '/groups' }]);
    expect(received(portal, signOut)).toEqual([{ kind: 'signOut', discard: false }]);
    const discard = { ...signOut, discard: true };
    expect(received(portal, discard)).toEqual([{ kind: 'signOut', discard: true }]);
  });

  it.each([
    ['another origin', 'https://evil.example', theme, undefined],
    ['another origin that signs out', 'https://evil.example', signOut, undefined],
    ['an origin that merely begins like it', `${portal}.evil.example`, theme, undefined],
    ['the parent’s origin, but another window', portal, theme, {}],
  ])('is ignored from %s', (_case, origin, data, source) => {
    expect(received(origin, data, source)).toEqual([]);
  });

  it.each([
    ['a string', 'theme'],
    ['null', null],
    ['no channel', { version: 1, kind: 'theme', theme: 'dark' }],
    ['another version', { ...theme, version: 2 }],
    ['an unknown kind', { ...theme, kind: 'eval' }],
    ['an unknown theme', { ...theme, theme: 'url(x)' }],
    ['a path that is not a string', { ...theme, kind: 'navigate', path: { toString: () => '/' } }],
  ])('is ignored in an invalid format: %s', (_case, data) => {
    expect(received(portal, data)).toEqual([]);
  });
});
