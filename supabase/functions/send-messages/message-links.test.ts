import { expect, it } from 'vitest';
import { sampleFacts } from '../../tests/message-sample.ts';
import type { MessageChannelName, MessageFacts, MessageKind } from '../_shared/contract/messages.ts';
import { confirmationKeys } from '../_shared/secrets/confirmation-key.ts';
import { orderLinks } from '../_shared/secrets/order-link.ts';
import { messageLinks } from './message-links.ts';

const keys = orderLinks('a secret of the shop');
const confirmations = confirmationKeys('a secret of the shop');
const linkOf = messageLinks('https://shop.example/', keys, confirmations);
const orderId = sampleFacts.order?.id ?? '';
const confirmationId = sampleFacts.confirmation?.id ?? '';
const quotationId = sampleFacts.quotation?.id ?? '';
const about = (part: keyof MessageFacts) =>
  ({
    ...Object.fromEntries(Object.keys(sampleFacts).map((key) => [key, null])),
    [part]: sampleFacts[part],
  }) as unknown as MessageFacts;

it.each<[MessageKind, MessageChannelName, keyof MessageFacts, string]>([
  ['order_paid', 'email', 'order', `order-confirmation/${orderId}#key=${keys.keyOf(orderId, 2)}`],
  ['order_paid', 'sms', 'order', `o/${orderId.slice(-8).toUpperCase()}#${keys.shortKeyOf(orderId, 2)}`],
  ['quotation', 'email', 'quotation', `quotation/${quotationId}#key=${keys.quotationKeyOf(quotationId, 1)}`],
  ['confirm_email', 'email', 'confirmation', `confirm-email#token=${confirmations.keyOf(confirmationId)}`],
  ['password_changed', 'email', 'confirmation', `undo-change#token=${confirmations.keyOf(confirmationId)}`],
  [
    'settings_changed',
    'email',
    'confirmation',
    `undo-change?for=settings#token=${confirmations.keyOf(confirmationId)}`,
  ],
  ['new_device', 'email', 'newDevice', 'account'],
  ['second_factor_changed', 'email', 'secondFactor', 'account'],
  ['owner_quotation', 'email', 'quotation', `admin/orders/quotations/${quotationId}`],
  ['owner_quotation', 'sms', 'quotation', 'admin/orders/quotations?q=Q-2026-0007'],
  ['owner_order_paid', 'email', 'order', `admin/orders/${orderId}`],
  ['owner_order_paid', 'sms', 'order', `admin/orders?q=${orderId.slice(-8).toUpperCase()}`],
  ['owner_low_stock', 'email', 'lowStock', 'admin/products?stock=low'],
  ['owner_health', 'email', 'health', 'admin/health'],
  ['owner_daily_summary', 'email', 'summary', 'admin'],
])('%s by %s leads where it can be dealt with', (kind, channel, part, path) => {
  const ofOrder = part === 'order' ? { orderId, linkVersion: 2 } : { orderId: null, linkVersion: null };
  expect(linkOf({ kind, channel, ...ofOrder, facts: about(part) })).toBe(`https://shop.example/${path}`);
});

it('a message about an order that has none is not sent', () => {
  expect(() =>
    linkOf({ kind: 'order_paid', channel: 'email', orderId: null, linkVersion: null, facts: null }),
  ).toThrow('has no order');
});
