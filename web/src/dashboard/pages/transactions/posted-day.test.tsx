import type { AdminOrder } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OpenStatementLine } from '@contract/bank-statements.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RecordPaymentDialog } from '#dashboard/features/orders/payment/record-payment-dialog.tsx';
import { RefundDialog } from '#dashboard/features/orders/refund/refund-dialog.tsx';
import { OpenLines } from '#dashboard/features/statements/statement-lists.tsx';

const line = {
  id: 'l1',
  day: '2026-11-03',
  amountCents: 5000,
  verdict: 'unknown',
  orderId: 'o1',
  takesBack: null,
} as OpenStatementLine;
const order = { id: 'o1', status: 'pending', payment: { dueAmount: 50 } } as AdminOrder;
const refundable = [
  { transactionId: 't1', method: 'card', amountCents: 5000, receivedAt: '2026-11-02T08:00:00Z' },
];
const details = { order, refundable, refundablePieces: {}, serialsAtBuyer: {} } as unknown as OrderDetails;

test('the day on which the bank posted a line is proposed where its payment or refund is recorded', () => {
  renderInShop(<OpenLines openLines={{ count: 1, rows: [line] }} />);
  const address = screen.getByRole('link').getAttribute('href') ?? '';
  cleanup();
  for (const [path, day] of [
    [address, '2026-11-03'],
    ['/admin/orders/o1', nairobiDay()],
    ['/admin/orders/o1?posted=2999-01-01', nairobiDay()],
    ['/admin/orders/o1?posted=2026-02-30', nairobiDay()],
  ] as const) {
    renderInShop(<RecordPaymentDialog order={order} onClose={() => {}} />, path);
    expect(screen.getByLabelText('Day of the payment')).toHaveProperty('value', day);
    cleanup();
    renderInShop(<RefundDialog details={details} onClose={() => {}} />, path);
    expect(screen.getByLabelText('Day of the refund')).toHaveProperty('value', day);
    cleanup();
  }
});
