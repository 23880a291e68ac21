import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { asksForEmbed, withEmbed } from '#lib/embed.ts';

/**
 * Whether the console is shown without the brand and account bar. Once requested, the mode stays on, and every later
 * URL in the frame includes it, so that it survives a reload.
 */
export function useEmbedMode(): boolean {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const isRequested = asksForEmbed(search);
  const [isEmbedded, setEmbedded] = useState(isRequested);
  if (isRequested && !isEmbedded) setEmbedded(true);

  useEffect(() => {
    if (!isEmbedded || isRequested) return;
    const to = { pathname, search: withEmbed(search), hash };
    void navigate(to, { replace: true, preventScrollReset: true, state });
  }, [isEmbedded, isRequested, pathname, search, hash, state, navigate]);
  return isEmbedded;
}
