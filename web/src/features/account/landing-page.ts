import type { User } from '@contract/auth.ts';

/** Pages that send somebody to the login and take them back afterwards. */
const destinations = ['/checkout', '/account'] as const;
export type Destination = (typeof destinations)[number];

/** For a link to the login: where to go on afterwards. */
export function comingFrom(from: Destination): { from: Destination } {
  return { from };
}

/**
 * Where somebody who has just signed in, or already is, belongs: an admin to the dashboard, anyone else back to where
 * the login interrupted them, or home.
 * @param state the state of the login's address, which anybody may have written
 */
export function landingPageOf(user: User, state: unknown = null): '/admin' | '/' | Destination {
  if (user.role === 'admin') return '/admin';
  const from = (state as { from?: unknown } | null)?.from;
  return destinations.find((destination) => destination === from) ?? '/';
}
