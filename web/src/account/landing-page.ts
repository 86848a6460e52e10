import type { User } from '@contract/auth.ts';

/** Pages that send somebody to the login and take them back afterwards. */
const destinations = ['/checkout', '/account'] as const;
export type Destination = (typeof destinations)[number];

/** For a link to the login: where to go on afterwards. */
export function comingFrom(from: Destination): { from: Destination } {
  return { from };
}

/** A page of the dashboard on which a sign-in ended. */
const dashboardPage = /^\/admin([/?]|$)/;

/**
 * Where somebody who has just signed in, or already is, belongs: an admin to the dashboard, there to the page on which
 * the last sign-in ended; anyone else back to where the login interrupted them, or home.
 * @param state the state of the login's address, which anybody may have written
 */
export function landingPageOf(user: User, state: unknown = null): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (user.role === 'admin') return typeof from === 'string' && dashboardPage.test(from) ? from : '/admin';
  return destinations.find((destination) => destination === from) ?? '/';
}
