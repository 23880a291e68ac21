import { useHref, useLocation, useNavigate, useNavigation } from 'react-router';

import { paths } from '#paths.ts';

import { useSingleKeys } from './useSingleKeys.ts';

/**
 * Escape closes the open Thing, and takes back a press on one whose code is still being loaded: so it is for the
 * list, which is there before the Thing.
 */
export function useCloseByEscape(isOpen: boolean): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const things = useHref('/things/');
  const isOpening = useNavigation().location?.pathname.startsWith(things);
  // A Thing that was never shown leaves nothing to go back to.
  const close = () => void navigate(paths.things(search), { replace: !isOpen });
  useSingleKeys({ Escape: close }, isOpen || isOpening === true);
}
