import { boolean, type InferType, string } from 'yup';
import { type FormField, ofText, type schemaOfFields, sentNumber } from './field-rules.ts';
import { isDay } from './calendar-days.ts';
import { nairobiDay } from './nairobi-time.ts';

// The dashboard reads and writes them with supabase-js (`shop_settings`, `change_settings`).

/** What the owner may set, in the order of the form; the limits are those of the table. */
export const settingFields = {
  holdMinutes: {
    ...figure('Please enter whole minutes, from 10 to 240', 10, 240),
    heading: 'Payments',
    isHalf: true,
    label: 'Minutes that items are held for payment',
    hint: 'From 10 to 240',
  },
  partialPaymentHoldDays: {
    ...figure('Please enter whole days, from 1 to 60', 1, 60),
    isHalf: true,
    label: 'Days that a partly paid order is held',
    hint: 'From 1 to 60',
  },
  shipWhen: {
    heading: 'Dispatch',
    label: 'Send goods when the money is',
    options: [
      { value: 'approved', label: 'Paid' },
      { value: 'settled', label: 'In the bank’s statement' },
    ],
    rule: string()
      .required('Please choose one')
      .oneOf(['approved', 'settled'] as const, 'Please choose one'),
  },
  approvedShipsBelow: {
    ...figure('Please enter whole shillings, from 0 to 99,999,999', 0, 99_999_999),
    label: 'Ask why, when goods above this leave before the bank’s statement (KES)',
  },
  shipsUnpaid: {
    label: 'Parcels of an order that is not paid',
    options: [
      { value: 'false', label: 'Are sent on account only' },
      { value: 'true', label: 'May be sent, with a reason' },
    ],
    rule: boolean().required('Please choose one'),
  },
  fixedDeliveryPrices: {
    label: 'Delivery is paid',
    options: [
      { value: 'false', label: 'Apart, at a price we agree' },
      { value: 'true', label: 'With the order, at fixed prices' },
    ],
    rule: boolean().required('Please choose one'),
  },
  promptsAreOn: {
    heading: 'M-Pesa',
    label: 'Pay by a request of M-Pesa on the phone',
    hint: 'Needs the keys of Safaricom, which are set where the shop is deployed (MPESA_KEY and the others). Buyers see a change within about a minute.',
    options: [
      { value: 'false', label: 'Off' },
      { value: 'true', label: 'On' },
    ],
    rule: boolean().required('Please choose one'),
  },
  mpesaLimit: {
    ...figure('Please enter whole shillings, from 1 to 1,000,000', 1, 1_000_000),
    label: 'The most that M-Pesa takes at a time (KES)',
  },
  termsApprovedOn: {
    heading: 'Legal',
    label: 'Terms of Sale and Privacy approved on',
    hint: 'The day on which your lawyer approved them. Empty: not yet.',
    isDay: true,
    rule: string()
      .transform(ofText((typed) => typed || null))
      .nullable()
      .defined()
      .test('day', 'Enter a day that is not still to come', (day) => isPastDay(day)),
  },
} satisfies Record<string, FormField>;

const isPastDay = (day?: string | null) => !day || (isDay(day) && day >= '2020-01-01' && day <= nairobiDay());

function figure(sentence: string, min: number, max: number) {
  const rule = sentNumber(sentence).required(sentence).integer(sentence);
  return { isFigure: true, rule: rule.min(min, sentence).max(max, sentence) };
}

/** Rules depend on these. `id` is what their history is found by. */
export type Settings = InferType<ReturnType<typeof schemaOfFields<typeof settingFields>>> & { id: string };
