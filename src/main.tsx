import './ui/tokens.css';
import './ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { readRuntimeConfig } from '#api/runtimeConfig.ts';
import { ColdStart } from '#app/ColdStart.tsx';
import { gatewayServices } from '#app/gatewayHosting.ts';
import { PageError } from '#app/PageError.tsx';
import { rootOptions } from '#app/rootOptions.ts';
import { createConsoleRouter } from '#app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');
const reactRoot = createRoot(root, rootOptions);

function render(page: ReactNode) {
  reactRoot.render(<StrictMode>{page}</StrictMode>);
}

// No top-level await: staticHosting imports this chunk, and each would wait for the other.
async function renderStatic() {
  render(<ColdStart />);
  try {
    const { staticConsole } = await import('#app/staticHosting.tsx');
    render(await staticConsole());
  } catch (error) {
    render(
      <main>
        <PageError error={error} />
      </main>,
    );
  }
}

const config = readRuntimeConfig(document);
if (config) render(<RouterProvider router={createConsoleRouter(gatewayServices(config))} />);
else void renderStatic();
