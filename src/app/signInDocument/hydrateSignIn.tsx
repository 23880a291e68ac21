import '#lib/setImmediate.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { readRuntimeConfig } from '#api/runtimeConfig.ts';
import { readFailedSignIn } from '#api/session/failedSignIn.ts';

import { gatewayServices } from '../gatewayHosting.ts';
import { rootOptions } from '../rootOptions.ts';
import { createConsoleRouter } from '../router.tsx';

/**
 * Takes over the sign-in page that the gateway sent. React keeps its elements, and with them the typed or autofilled
 * text, the focus and the selection.
 */
export function hydrateSignIn(root: HTMLElement): void {
  const config = readRuntimeConfig(document);
  if (!config) throw new Error('The sign-in page has no configuration');
  const failed = readFailedSignIn(document, performance.timeOrigin);
  const router = createConsoleRouter(gatewayServices(config), failed);
  hydrateRoot(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
    rootOptions,
  );
}
