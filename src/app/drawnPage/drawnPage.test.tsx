import { act, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { showDrawn } from '#api/showDrawn.ts';
import { formatTime } from '#lib/format.ts';
import { renderConfig } from '#testing/fixtures/renderRoute.tsx';

import { untilReady } from '../readyPage.ts';
import { consoleRoutes } from '../router.tsx';
import { renderPage, servicesOf } from './renderPage.tsx';

/* oxlint-disable testing-library/no-node-access, unicorn/no-document-cookie -- the document itself is what is tested */

const ownLookCookie = 'sim-console-own-look';
const hostile = '</script><img src=x onerror="alert(1)"> style="color:red"';
const seenAt = Date.UTC(2026, 9, 18, 23, 30);
const rows = Array.from({ length: 30 }, (_, index) => ({
  ExternalUniqueId: `89882280000104858${String(index).padStart(2, '0')}`,
  ThingName: index === 0 ? hostile : `SIM ${index}`,
  State: 'ACTIVE',
  DateCreated: seenAt,
  DateModified: seenAt,
  LastLocation: { Timestamp: seenAt },
}));
const page = {
  config: renderConfig,
  address: '/things?size=50',
  session: JSON.stringify({ username: 'writer', customerId: 'cid_1', mayChangeCustomer: false }),
  rows: JSON.stringify(rows),
};

/** The document as the gateway sends it. */
async function sentPage(root = '') {
  const html = await renderPage(page);
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'sim-console-config', content: JSON.stringify(renderConfig) });
  document.head.append(meta);
  document.body.innerHTML =
    `<div id="root">${root}</div>` +
    `<div id="drawn" hidden inert data-address="${page.address}" data-user="writer">${html}</div>`;
  return html ?? '';
}

function storages({ things, set = '' }: { things?: unknown; set?: string } = {}) {
  const preferences = things === undefined ? null : JSON.stringify({ things });
  const read = (name: string, value: string | null) => ({
    getItem: (key: string) => (key === name ? value : null),
  });
  return {
    localStorage: read('sim-console:/:preferences:writer', preferences),
    sessionStorage: read('sim-console:/:set', set),
  };
}

afterEach(() => {
  // Removes only its own element: later tests in this document still need the styles.
  document.querySelectorAll('meta[name="sim-console-config"]').forEach((meta) => meta.remove());
  document.body.replaceChildren();
  document.cookie = `${ownLookCookie}=; Path=/; Max-Age=0`;
});

describe('the list that the gateway renders', () => {
  it('is shown with local times and styles, and React takes over its elements', async () => {
    expect(await sentPage()).not.toMatch(/<img| style="|<title/);
    const styled = [...document.querySelectorAll<HTMLElement>('[data-style]')];
    const written = styled.map((element) => element.dataset['style'] ?? '');
    expect(showDrawn(document, storages())).toBe(true);
    const root = document.getElementById('root');
    if (!root) throw new Error('There is no root');
    expect(root).not.toHaveAttribute('hidden');
    expect(root).toHaveAttribute('inert');
    expect(document.getElementById('drawn')).toBeNull();
    const table = within(root).getByRole('table', { name: 'Things', hidden: true });
    expect(table).toHaveAttribute('aria-busy', 'false');
    const drawn = [...table.querySelectorAll('tbody tr')];
    expect(drawn).toHaveLength(25);
    expect(drawn[0]).toHaveTextContent(hostile);
    expect(table.querySelector('time')).toHaveTextContent(formatTime(seenAt));
    expect(table.querySelector('col')?.style.width).not.toBe('');

    // In development, React complains about styles whose whitespace differs from its own.
    for (const [index, element] of styled.entries()) {
      element.setAttribute('style', written[index] ?? '');
    }
    const router = createMemoryRouter(consoleRoutes(servicesOf(page)), {
      initialEntries: [page.address],
    });
    await untilReady(router);
    const errors: unknown[] = [];
    const reactRoot = await act(async () =>
      hydrateRoot(
        root,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
        { onRecoverableError: (error) => errors.push(error) },
      ),
    );
    expect(errors).toEqual([]);
    root.removeAttribute('inert');
    const shown = [...screen.getByRole('table', { name: 'Things' }).querySelectorAll('tbody tr')];
    expect(drawn.every((row, index) => row === shown[index])).toBe(true);
    expect(shown).toHaveLength(30);
    await act(async () => reactRoot.unmount());
    router.dispose();
  });

  it.each([
    ['other columns', { things: { columns: [{ id: 'IMSI' }] } }],
    ['compact rows', { things: { density: 'compact' } }],
    ['a start view', { things: { startView: 'builtIn:suspended' } }],
    ['no single-key shortcuts', { things: { shortcuts: false } }],
    ['a work set', { set: '{"owner":"writer"}' }],
  ])('is left to the console for a user with %s, and stays so for an hour', async (_, stored) => {
    await sentPage();
    expect(showDrawn(document, storages(stored))).toBe(false);
    expect(document.body.innerHTML).toBe('<div id="root"></div>');
    expect(document.cookie).toBe(`${ownLookCookie}=1`);
  });

  it('is shown to a user with default preferences, or without readable ones', async () => {
    await sentPage();
    const broken = storages();
    broken.localStorage.getItem = () => '{';
    expect(showDrawn(document, broken)).toBe(true);
    await sentPage();
    const things = { density: 'comfortable', shortcuts: true, views: [] };
    expect(showDrawn(document, storages({ things }))).toBe(true);
    expect(document.cookie).toBe('');
  });

  it('is shown if the browser blocks its storage', async () => {
    await sentPage();
    const blocked = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    const storage = Object.defineProperties(storages(), {
      localStorage: { get: blocked },
      sessionStorage: { get: blocked },
    });
    expect(showDrawn(document, storage)).toBe(true);
  });

  it('does not take the place of a root that the console is about to render into', async () => {
    await sentPage();
    document.getElementById('root')?.setAttribute('data-started', '');
    expect(showDrawn(document, storages())).toBe(false);
    expect(document.body.innerHTML).toBe('<div id="root" data-started=""></div>');
  });

  it('does not replace what the console has already rendered', async () => {
    await sentPage('<p>Loading</p>');
    expect(showDrawn(document, storages())).toBe(false);
    expect(document.body.innerHTML).toBe('<div id="root"><p>Loading</p></div>');
    expect(document.cookie).toBe('');
  });

  it('is not rendered for an address that leads to another page', async () => {
    expect(await renderPage({ ...page, address: '/' })).toBeUndefined();
    expect(await renderPage({ ...page, session: '{}' })).toBeUndefined();
  });

  it('is not rendered with a part that loads later, which hydration would report as an error', async () => {
    // Other tests in this process may have loaded these parts.
    vi.resetModules();
    const fresh = await import('./renderPage.tsx');
    expect(await fresh.renderPage({ ...page, rows: '[]' })).toBeUndefined();
  });
});
