import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { withoutEmbed } from '#lib/embed.ts';
import { safeNext } from '#lib/safeNext.ts';
import { paths } from '#paths.ts';
import { setColorScheme } from '#ui/colorScheme.ts';
import { hasUnsavedChanges, subscribeUnsavedChanges } from '#ui/unsavedChanges.ts';

import { createPortalChannel } from './portalChannel.ts';

interface PortalLinkProps {
  /** Origins that may show the console in a frame. */
  allowed: readonly string[];
  consoleVersion: string;
}

/** Keeps a portal informed of what its frame shows, and does what the portal wishes. */
export function PortalLink({ allowed, consoleVersion }: PortalLinkProps) {
  const [line] = useState(() => createPortalChannel(window, allowed));
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const phase = useSessionPhase();
  const dirty = useSyncExternalStore(subscribeUnsavedChanges, hasUnsavedChanges);

  useEffect(
    () =>
      line.listen((wish) => {
        if (wish.kind === 'theme') setColorScheme(wish.theme);
        // Through the router, so that a form with unsaved changes asks first.
        else void navigate(safeNext(wish.path, paths.home()));
      }),
    [line, navigate],
  );

  useEffect(() => line.tell({ kind: 'ready', consoleVersion }), [line, consoleVersion]);
  useEffect(() => {
    const path = `${pathname}${withoutEmbed(search)}${hash}`;
    line.tell({ kind: 'navigated', path, title: document.title });
  }, [line, pathname, search, hash]);
  useEffect(() => line.tell({ kind: 'dirty', dirty }), [line, dirty]);
  useEffect(() => {
    if (phase === 'over') line.tell({ kind: 'sessionExpired' });
  }, [line, phase]);
  return null;
}
