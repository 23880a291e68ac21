import '#lib/setImmediate.ts';
import './ui/tokens.css';
import './ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { readRuntimeConfig } from '#api/runtimeConfig.ts';
import type { StartedAttribute } from '#api/showDrawn.ts';
import { ColdStart } from '#app/ColdStart.tsx';
import { gatewayServices } from '#app/gatewayHosting.ts';
import { PageError } from '#app/PageError.tsx';
import { untilReady } from '#app/readyPage.ts';
import { rootOptions } from '#app/rootOptions.ts';
import { createConsoleRouter } from '#app/router.tsx';
import { untilParsed } from '#lib/untilParsed.ts';

/** A different element once the list that the gateway rendered is shown. */
const rootElement = () => document.getElementById('root') ?? document.body;

const strict = (page: ReactNode) => <StrictMode>{page}</StrictMode>;

/** Repeated here and type-checked, because importing it would load a script that has already run. */
const started: StartedAttribute = 'data-started';

/** How long users may look at a list that does not respond yet. */
const longestInertMs = 5000;

/** Whether it ends before the list is replaced by one that responds, even if it is still loading. */
async function isSoon(ready: Promise<void>): Promise<boolean> {
  return Promise.race([
    ready.then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(resolve, longestInertMs, false);
    }),
  ]);
}

async function renderConsole(config: Parameters<typeof gatewayServices>[0]) {
  const router = createConsoleRouter(gatewayServices(config));
  const ready = untilReady(router);
  const isDrawn = () => rootElement().inert;
  await Promise.race([ready, untilParsed(document, isDrawn)]);
  const root = rootElement();
  const page = strict(<RouterProvider router={router} />);
  const isReady = isDrawn() && (await isSoon(ready));
  // React renders in a later task: without this mark, a list that is parsed before then would take the root's place.
  root.setAttribute(started, '');
  if (isReady && !router.state.errors) hydrateRoot(root, page, rootOptions);
  else createRoot(root, rootOptions).render(page);
  // From here on, React handles clicks, if necessary by hydrating the clicked part first.
  root.inert = false;
}

// No top-level await: staticHosting imports this chunk, and each would wait for the other.
async function renderStatic() {
  const root = createRoot(rootElement(), rootOptions);
  root.render(strict(<ColdStart />));
  try {
    const { staticConsole } = await import('#app/staticHosting.tsx');
    root.render(strict(await staticConsole()));
  } catch (error) {
    root.render(
      <main>
        <PageError error={error} />
      </main>,
    );
  }
}

const config = readRuntimeConfig(document);
void (config ? renderConsole(config) : renderStatic());
