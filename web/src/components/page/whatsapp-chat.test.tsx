import type { ShopDetails } from '@contract/shop-details.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { ContactLines } from './contact-lines.tsx';
import { WhatsAppChat } from './whatsapp-chat.tsx';

const open = (details: Partial<ShopDetails>) =>
  renderInShop(
    <WithShopDetails details={details}>
      <WhatsAppChat message="2 x Pump & hose?">Ask</WhatsAppChat>
      <ContactLines />
    </WithShopDetails>,
  );

test('opens a chat with the number of the shop and the message', () => {
  open({ whatsapp: '+254722000111' });
  expect(screen.getByRole('link', { name: 'Ask' }).getAttribute('href')).toBe(
    'https://wa.me/254722000111?text=2%20x%20Pump%20%26%20hose%3F',
  );
});

test('is absent without such a number; one phone number stands alone', () => {
  open({ phones: ['+254722000111'] });
  expect(screen.queryByRole('link', { name: 'Ask' })).toBeNull();
  screen.getByText((_, element) =>
    Boolean(
      element?.matches('p') && element.textContent.startsWith('Call us on +254 722 000 111, or write to'),
    ),
  );
});
