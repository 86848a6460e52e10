import type { User } from '@contract/auth.ts';

/** Pages that send somebody to the login and take them back afterwards. */
const destinations = ['/checkout', '/account'] as const;
export type Destination = (typeof destinations)[number];

/** For a link to the login page: where to go afterwards. */
export function comingFrom(from: Destination): { from: Destination } {
  return { from };
}

/** A page of the dashboard, on which a session ended. */
const dashboardPage = /^\/admin([/?]|$)/;

/**
 * Where somebody goes who has just signed in, or already is: an admin to the dashboard (to the page on which
 * the last session ended), anyone else back to where the login interrupted them, or home.
 * @param state the router state of the login page; not trusted
 */
export function landingPageOf(user: User, state: unknown = null): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (user.role === 'admin') return typeof from === 'string' && dashboardPage.test(from) ? from : '/admin';
  return destinations.find((destination) => destination === from) ?? '/';
}
