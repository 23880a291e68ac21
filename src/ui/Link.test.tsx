import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, it } from 'vitest';

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

describe('a link within the console', () => {
  it('has an address below the base path, and opens its page without reloading the document', () => {
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
  ])('leaves a click with %j to the browser', (click) => {
    const { shown, path } = open('/things', <Link to="/groups">Groups</Link>);
    expect(fireEvent.click(shown, click)).toBe(true);
    expect(path()).toBe('/console/things');
  });

  it('opens nothing in this tab if its target is another tab', () => {
    const { shown, path } = open(
      '/things',
      <Link to="/groups" target="_blank">
        Groups
      </Link>,
    );
    fireEvent.click(shown);
    expect(path()).toBe('/console/things');
  });

  it('opens nothing if its own handler prevents the click', () => {
    const { shown, path } = open(
      '/things',
      <Link to="/groups" onClick={(event) => event.preventDefault()}>
        Groups
      </Link>,
    );
    fireEvent.click(shown);
    expect(path()).toBe('/console/things');
  });

  it.each([
    ['/groups', 'page'],
    ['/groups/7', 'page'],
    ['/Groups/7/', 'page'],
    ['/groups-of-others', null],
    ['/things', null],
  ])('at %s has aria-current %s', (at, current) => {
    const { shown } = open(at, <NavLink to="/groups">Groups</NavLink>);
    expect(shown.getAttribute('aria-current')).toBe(current);
  });
});
