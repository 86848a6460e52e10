import { signedInFlag } from '@contract/current-user.ts';

/** Whether somebody has signed in in this browser and not signed out; their session may have ended since. */
export const hasSignedIn = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.replace('__Host-', '') === `${signedInFlag}=1`);
