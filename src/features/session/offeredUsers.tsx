import { lazy } from 'react';

import { OnDemand } from '#ui/OnDemand.tsx';

export const loadSandboxUsers = () => import('./SandboxUsers.tsx');

const OfferedUsers = lazy(async () => ({ default: (await loadSandboxUsers()).OfferedUsers }));

/**
 * The users that the page offers; nothing with a real service, whose pages do not have the element. Its name is
 * repeated here, because importing it would add to what every page loads.
 *
 * @param only the username of the only user to offer
 */
export const offeredUsers = (only?: string) =>
  document.querySelector('[name=sim-console-sandbox-users]') && (
    <OnDemand>
      <OfferedUsers only={only} />
    </OnDemand>
  );
