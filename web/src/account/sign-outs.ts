/**
 * Where the tabs of a browser tell each other that somebody has signed out: a BroadcastChannel would keep pages from being
 * shown at once after Back. Without the prefix of what signing out deletes.
 */
export const signOutKey = 'signed-out-at';

/** Calls back when somebody signs out in another tab. Returns how to stop. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === signOutKey && listener();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
