import { signInMark } from '@contract/current-user.ts';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach } from 'vitest';

// Busy machines are slow.
configure({ asyncUtilTimeout: 5000 });

/** What a component leaves behind in the page, the storage and the notifications is gone before the next test. */
afterEach(() => {
  cleanup();
  toast.remove();
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = `${signInMark}=; max-age=0`;
});
