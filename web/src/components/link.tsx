import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To;
  /** What the next page finds in its location. */
  state?: unknown;
  /** The next page takes the place of this one in the history. */
  replace?: boolean;
  /** The next page begins where this one is scrolled to. */
  preventScrollReset?: boolean;
};

/**
 * A link to a page of the shop. The router's own brings 8 kB that fetch data beforehand, which the shop's routes do not
 * have.
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
  /** The pages below it are others. */
  end?: boolean;
};

/** A link of a navigation: it says when it leads to the page that is shown, or to one above it. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}
