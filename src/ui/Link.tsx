import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useMatch } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
}

/**
 * A link within the console. React Router's own links are not used, because they come with its framework's code,
 * which would be loaded before the first rows (decision 033).
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const go = useLinkClickHandler(to, rest.target === undefined ? {} : { target: rest.target });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    >
      {children}
    </a>
  );
}

/** A link that is marked as current while its page, or a page below it, is open. */
export function NavLink({ to, ...rest }: LinkProps) {
  const isOpen = useMatch({ path: to, end: false }) !== null;
  return <Link {...rest} to={to} aria-current={isOpen ? 'page' : undefined} />;
}
