import { NavLink } from 'react-router';

import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';

/** The way to the work set, while it holds something. */
export function WorkSetLink() {
  const { length } = useWorkSet().entries;
  if (length === 0) return null;
  return <NavLink to={paths.workSet()}>{`Work set (${formatNumber(length)})`}</NavLink>;
}
