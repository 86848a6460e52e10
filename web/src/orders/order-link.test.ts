import { expect, it } from 'vitest';
import { orderLink, whatsAppLink } from './order-link.ts';

const order = { id: '84fa5082-c0a5-4551-a924-936301add454', linkKey: 'a+b' };

it('the link of an order leads to its confirmation page with its key', () => {
  const link = orderLink(order, 'https://shop.example');
  expect(link).toBe(`https://shop.example/order-confirmation/${order.id}#key=a%2Bb`);
});

it('a WhatsApp message contains the order number and the whole link', () => {
  const message = new URL(whatsAppLink(order, 'https://shop.example')).searchParams.get('text');
  expect(message).toBe(`Order #IC-01ADD454: ${orderLink(order, 'https://shop.example')}`);
  const toBuyer = new URL(whatsAppLink(order, 'https://shop.example', '+254712345678'));
  expect(toBuyer.pathname).toBe('/254712345678');
  expect(toBuyer.searchParams.get('text')).toBe(message);
  // Nobody reads WhatsApp on a landline of Kenya: it asks to whom.
  const toLandline = whatsAppLink(order, 'https://shop.example', '+254202345678');
  expect(new URL(toLandline).pathname).toBe('/');
  expect(new URL(whatsAppLink(order, 'https://shop.example', '+255202345678')).pathname).toBe(
    '/255202345678',
  );
});
