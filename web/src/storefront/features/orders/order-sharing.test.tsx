import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { OrderSharing } from './order-sharing.tsx';

const order = { id: '3f2a9c1e-0000-4000-8000-000000000454', linkKey: '1.key' };

test('the link of an order is copied, shared, sent on WhatsApp and printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const user = renderInShop(<OrderSharing order={order} />);
  const link = `${window.location.origin}/order-confirmation/${order.id}#key=1.key`;
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  await findToast('Link copied', 'It opens the order on any phone.');
  expect(await navigator.clipboard.readText()).toBe(link);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith({ title: 'Order #IC-00000454', url: link });
  const whatsApp = screen.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(whatsApp ?? '')).toContain(link);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  Reflect.deleteProperty(navigator, 'share');
});
