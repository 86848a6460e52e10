import type { User } from '@contract/auth.ts';

/** Pages that send visitors to the login and take them back afterwards. */
const destinations = ['/checkout', '/account', '/orders'] as const;
export type Destination = (typeof destinations)[number] | `/order-confirmation/${string}`;

/** The page of one order. */
const orderPage = /^\/order-confirmation\/[\da-f-]{36}$/i;

/** Router state for a link to the login page: where to go afterwards. */
export function loginState(from: Destination): { from: Destination } {
  return { from };
}

/** Whether signing in from this page leads back to it. */
export function isDestination(path: unknown): path is Destination {
  return typeof path === 'string' && (destinations.some((one) => one === path) || orderPage.test(path));
}

/** A page of the dashboard, on which a session ended. */
const dashboardPage = /^\/admin([/?]|$)/;

/**
 * Where to go after signing in: staff to the dashboard (to the page on which the last session ended), anyone else
 * back to the page they came from, or home.
 * @param state the router state of the login page; not trusted
 */
export function landingPageOf(user: User, state: unknown = null): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (user.role !== 'customer') return typeof from === 'string' && dashboardPage.test(from) ? from : '/admin';
  return isDestination(from) ? from : '/';
}
