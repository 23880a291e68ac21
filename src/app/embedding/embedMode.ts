import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { asksForEmbed, withEmbed } from '#lib/embed.ts';

/**
 * Whether the console shows without brand and account bar. Once asked for it stays so, and every
 * further address of the frame says it, so that a reload shows the same.
 */
export function useEmbedMode(): boolean {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const isAsked = asksForEmbed(search);
  const [isEmbedded, setEmbedded] = useState(isAsked);
  if (isAsked && !isEmbedded) setEmbedded(true);

  useEffect(() => {
    if (!isEmbedded || isAsked) return;
    const to = { pathname, search: withEmbed(search), hash };
    void navigate(to, { replace: true, preventScrollReset: true, state });
  }, [isEmbedded, isAsked, pathname, search, hash, state, navigate]);
  return isEmbedded;
}
