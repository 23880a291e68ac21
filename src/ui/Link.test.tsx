import { fireEvent, render, screen } from '@testing-library/react';
import type { MouseEvent, ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';

import { Link, NavLink } from './Link.tsx';

function open(at: string, link: ReactNode) {
  const router = createMemoryRouter([{ path: '*', element: link }], {
    basename: '/console',
    initialEntries: [`/console${at}`],
  });
  render(<RouterProvider router={router} />);
  const shown = screen.getByRole('link', { name: 'Groups' });
  return { shown, path: () => router.state.location.pathname };
}

it('a link has an address below the base path, and opens its page without reloading the document', () => {
  const { shown, path } = open('/things', <Link to="/groups">Groups</Link>);
  expect(shown).toHaveAttribute('href', '/console/groups');
  expect(fireEvent.click(shown)).toBe(false);
  expect(path()).toBe('/console/groups');
});

it.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('a link leaves a click with %j to the browser', (click) => {
  const { shown, path } = open('/things', <Link to="/groups">Groups</Link>);
  expect(fireEvent.click(shown, click)).toBe(true);
  expect(path()).toBe('/console/things');
});

it.each([
  ['in this tab if its target is another tab', { target: '_blank' }],
  ['if its own handler prevents the click', { onClick: (e: MouseEvent) => e.preventDefault() }],
])('a link opens nothing %s', (_when, props) => {
  const link = { to: '/groups', children: 'Groups', ...props };
  const { shown, path } = open('/things', <Link {...link} />);
  fireEvent.click(shown);
  expect(path()).toBe('/console/things');
});

it.each([
  ['/groups', 'page'],
  ['/groups/7', 'page'],
  ['/Groups/7/', 'page'],
  ['/groups-of-others', null],
  ['/things', null],
])('a link at %s has aria-current %s', (at, current) => {
  const { shown } = open(at, <NavLink to="/groups">Groups</NavLink>);
  expect(shown.getAttribute('aria-current')).toBe(current);
});
