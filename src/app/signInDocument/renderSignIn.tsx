import { createMemoryRouter } from 'react-router';

import { describeRefusal } from '#api/session/failedSignIn.ts';
import type { Session } from '#api/session/session.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import type { SandboxOffer } from '#contract/sandboxUsers.ts';
import type { RefusedSignIn, SignInRenderer } from '#contract/signInDocument.ts';
import { loadSandboxUsers, sessionRoutes } from '#features/session/routes.tsx';
import { patterns } from '#paths.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

import { htmlOf } from '../htmlOf.tsx';
import { Root } from '../Root.tsx';

/** Rendering does not wait for anything. */
const { SandboxUsers } = await loadSandboxUsers();

/** Rendering the page makes no calls. */
const silentSession: Session = {
  read: unasked,
  signIn: unasked,
  chooseCustomer: unasked,
  signOut: unasked,
};

async function unasked(): Promise<never> {
  throw new Error('The sign-in page is only rendered here');
}

const config = { basePath: '/', environmentName: '', version: '', frameAncestors: [] };

/**
 * Renders the sign-in page outside a browser, for the gateway to send. React hydrates it in the browser
 * (hydrateSignIn.tsx), so both wrap the page in the same components.
 */
export const renderSignIn: SignInRenderer['renderSignIn'] = (
  search: string,
  offer: SandboxOffer | undefined,
  refused?: RefusedSignIn,
) => {
  const refusal = refused && describeRefusal(refused);
  const root = {
    element: <Root config={config} session={silentSession} monitor={createSessionMonitor()} />,
    children: sessionRoutes({
      // In the browser, this part loads later, and takes over what is rendered here.
      beside: offer !== undefined && (
        <OnDemand>
          <SandboxUsers {...offer} />
        </OnDemand>
      ),
      failed: refusal?.failed,
    }),
  };
  const router = createMemoryRouter([root], { initialEntries: [`${patterns.signIn}${search}`] });
  const html = htmlOf(router);
  router.dispose();
  return { html, failure: refusal?.written };
};
