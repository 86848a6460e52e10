import type { OpenStatementLine } from '@contract/bank-statements.ts';
import type { AdminOrder } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { kisumu } from '#testing/kisumu.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { storedSettings } from '#testing/stored-settings.ts';
import { RecordPaymentDialog } from '#dashboard/features/orders/payment/record-payment-dialog.tsx';
import { RefundDialog } from '../features/orders/refund/refund-dialog.tsx';
import { AddHolidayForm } from '../features/settings/bank-holidays.tsx';
import type { CountySettings } from '@contract/delivery.ts';
import { CountiesDialog } from '../features/settings/delivery/counties-dialog.tsx';
import { SettingsForm } from '../features/settings/settings-form.tsx';
import { CloseLineDialog } from '../features/statements/close-line-dialog.tsx';

const nothing = () => {};

const county: CountySettings = {
  ...kisumu,
  id: 'c1',
  fixedPrice: null,
  updatedAt: '2026-11-22T08:00:00Z',
};

const line = {
  id: 'l1',
  amountCents: 500,
  reference: 'Unknown',
  verdict: 'unknown',
  orderToPay: null,
  candidates: [],
  takesBack: null,
} as unknown as OpenStatementLine;

const payment = {
  transactionId: '11111111-1111-4111-8111-111111111111',
  reference: 'DON-1',
  method: 'card',
  amountCents: 5000,
  receivedAt: '2026-11-22T08:30:00Z',
};

test.each<[string, ReactElement, Record<string, string>]>([
  [
    'Add Holiday',
    <AddHolidayForm onAdded={nothing} />,
    { Day: '2027-06-01', Holiday: 'Madaraka Day', Source: 'Gazette notice 1' },
  ],
  [
    'Save Delivery',
    <CountiesDialog counties={[county]} onSaved={nothing} onClose={nothing} history={null} />,
    { 'Fixed price (KES)': '2000' },
  ],
  [
    'Save Settings',
    <SettingsForm settings={{ ...storedSettings, approvedShipsBelow: 0 }} />,
    { 'Ask why, when goods above this leave before the bank’s statement (KES)': '9' },
  ],
  [
    'Save Answer',
    <CloseLineDialog line={line} onClose={nothing} />,
    { 'How you know, or what it is instead': 'Nobody knows' },
  ],
  [
    'Record Payment',
    <RecordPaymentDialog
      order={{ payment: { dueAmount: 50, expectedCents: 0 } } as AdminOrder}
      onClose={nothing}
    />,
    { 'M-Pesa code': 'SGR7XK2P1Q' },
  ],
  [
    'Record Refund',
    <RefundDialog
      details={
        {
          order: { status: 'paid', items: [], payment: { overpaidCents: 0 } },
          refundable: [payment],
        } as unknown as OrderDetails
      }
      onClose={nothing}
    />,
    { 'The bank’s reference of the refund': 'FT1', 'Why it was refunded': 'Ordered twice' },
  ],
])(
  '“%s” without a reply: it may have been saved, and what was typed is kept',
  async (button, form, typed) => {
    answerDatabase(() => {
      throw new TypeError('Failed to fetch');
    });
    const values = () =>
      Object.keys(typed).map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    const user = renderInShop(form);
    await fillIn(user, typed);
    const filledIn = values();
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByText('No answer came');
    screen.getByText(
      /It may have been saved all the same; sending it again does no harm\. What you typed is/,
    );
    expect(values()).toEqual(filledIn);
  },
);
