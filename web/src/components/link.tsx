import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To;
  /** The state of the next page's location. */
  state?: unknown;
  /** Replaces this page in the history. */
  replace?: boolean;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
};

/**
 * A link to a page of the shop. The router's own link adds 8 kB for prefetching data, which the shop's routes do not
 * use.
 */
export function Link({ to, state, replace, preventScrollReset, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const open = useLinkClickHandler(to, { target: rest.target, state, replace, preventScrollReset });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) open(event);
      }}
    />
  );
}

type NavLinkProps = LinkProps & {
  to: string;
  /** Is not current on the pages below it. */
  end?: boolean;
};

/** A navigation link, marked as current on its page and, unless `end` is set, on the pages below it. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}
