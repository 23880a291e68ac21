import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { paths } from '#paths.ts';

/** Leads to one Thing and takes the list's address along, so that the way back leads to the same rows. */
export function ThingLink({ iccid, children }: { iccid: string; children: ReactNode }) {
  const { search } = useLocation();
  return <Link to={paths.thing(iccid, search)}>{children}</Link>;
}
