import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useSession, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { asksForEmbed, withEmbed, withoutEmbed } from '#lib/embed.ts';
import { safeNext } from '#lib/safeNext.ts';
import { paths } from '#paths.ts';
import { hasUnsavedChanges, subscribeUnsavedChanges } from '#ui/unsavedChanges.ts';

import { createPortalChannel } from './portalChannel.ts';

interface PortalLinkProps {
  /** Origins that may show the console in a frame. */
  allowed: readonly string[];
  consoleVersion: string;
}

/** Tells the portal what its frame shows, and handles the portal's messages (docs/embedding.md). */
export function PortalLink({ allowed, consoleVersion }: PortalLinkProps) {
  const [channel] = useState(() => createPortalChannel(window, allowed));
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const session = useSession();
  const phase = useSessionPhase();
  // On the sign-in page, only the address to be opened next says so.
  const isEmbedded = asksForEmbed(new URLSearchParams(search).get('next') ?? search);
  const dirty = useSyncExternalStore(subscribeUnsavedChanges, hasUnsavedChanges);

  useEffect(
    () =>
      channel.listen((message) => {
        if (message.kind === 'theme') {
          setColorScheme(message.theme);
          return;
        }
        if (message.kind === 'signOut') {
          // The portal asks the user. If signing out fails, it may send this again.
          if (message.discard || !hasUnsavedChanges()) session.signOut().catch(() => {});
          else channel.send({ kind: 'dirty', dirty: true });
          return;
        }
        const to = new URL(safeNext(message.path, paths.home()), window.location.origin);
        if (isEmbedded) to.search = withEmbed(to.search);
        // If a form has unsaved changes, the router blocks this until the user agrees.
        void navigate(`${to.pathname}${to.search}${to.hash}`);
      }),
    [channel, navigate, isEmbedded, session],
  );

  useEffect(() => channel.send({ kind: 'ready', consoleVersion }), [channel, consoleVersion]);
  useEffect(() => {
    const path = `${pathname}${withoutEmbed(search)}${hash}`;
    channel.send({ kind: 'navigated', path, title: document.title });
  }, [channel, pathname, search, hash]);
  useEffect(() => channel.send({ kind: 'dirty', dirty }), [channel, dirty]);
  useEffect(() => {
    if (phase === 'over') channel.send({ kind: 'sessionExpired' });
  }, [channel, phase]);
  return null;
}

function setColorScheme(scheme: 'light' | 'dark' | 'system'): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
}
