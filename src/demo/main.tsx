import '#lib/setImmediate.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

import { ColdStart } from '#app/ColdStart.tsx';
import { PageError } from '#app/PageError.tsx';
import { rootOptions } from '#app/rootOptions.ts';

/** Starts the demo: the console with the sandbox inside the page, both loaded after the first paint. */
const root = createRoot(document.getElementById('root') ?? document.body, rootOptions);
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);

/** "Skip to content" would lead to another page, because the page's address is after the hash. */
function focusMain(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a[href="#main"]');
  if (!link) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

async function start() {
  document.addEventListener('click', focusMain);
  show(<ColdStart />);
  try {
    const { demoConsole } = await import('./demoConsole.tsx');
    show(demoConsole());
  } catch (error) {
    show(
      <main>
        <PageError error={error} />
      </main>,
    );
  }
}

void start();
