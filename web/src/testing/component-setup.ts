import { signInMark } from '@contract/current-user.ts';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, vi } from 'vitest';

// Slow machines need more time.
configure({ asyncUtilTimeout: 5000 });

/** Clears the page, the storage and the notifications after each test. */
afterEach(() => {
  cleanup();
  toast.remove();
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = `${signInMark}=; max-age=0`;
});

/** A page imports parts of its code in the background: an import that outlives its file fails the next one. */
afterAll(() => vi.dynamicImportSettled());
