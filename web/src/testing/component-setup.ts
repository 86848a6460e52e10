import { signedInFlag } from '@contract/current-user.ts';
import { cleanup, configure } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { dropCart } from '#storefront/features/cart/cart-store.ts';

// Slow machines need more time.
configure({ asyncUtilTimeout: 5000 });

const unanswered: string[] = [];

/** No test reaches the network. The name is that of the test that runs or has just ended when the request is sent. */
function refuse(address: string): Promise<never> {
  unanswered.push(`${address}, sent by “${expect.getState().currentTestName}”`);
  return Promise.reject(new TypeError('Failed to fetch'));
}
globalThis.fetch = (input) => refuse(input instanceof Request ? input.url : String(input));
const { settings } = (window as unknown as Window).happyDOM;
// What the page sends without `fetch`.
settings.fetch.interceptor = { beforeAsyncRequest: ({ request }) => refuse(request.url) };
// A link that opens another page is not followed.
settings.navigation.disableChildPageNavigation = true;

/** Clears the page, the cart, the storage and the notifications after each test. */
afterEach(() => {
  cleanup();
  // What a page put there besides: the form that goes to the bank.
  document.body.replaceChildren();
  dropCart();
  toast.remove();
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = `${signedInFlag}=; max-age=0`;
  expect(unanswered.splice(0), 'requests that no mock answers').toEqual([]);
});

/** A page imports parts of its code in the background: an import that outlives its file fails the next one. */
afterAll(() => vi.dynamicImportSettled());
