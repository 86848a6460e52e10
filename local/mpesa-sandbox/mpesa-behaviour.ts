import { openFaultSettings } from '../gateway-sandbox/fault-settings.ts';
import { type Behaviour, choice, faultTable, flag, number } from '../gateway-sandbox/fault-table.ts';

const day = 86_400_000;
const maxShillings = 250_000;

/**
 * Every fault is a switch of this one table, in the order in which a payment meets them, so that it can be switched on for
 * all transactions or for one. The ledger keeps the truth throughout.
 */
const switches = {
  tokenExpires: flag('Each token is good for one call only'),
  // neverAnswers: the prompt appears, and the connection stays open without a reply and is then closed.
  push: choice('The push is answered', ['right', 'neverAnswers', 'refused500', 'systemBusy26']),
  callbackForgedFirst: flag('A call-back of success is sent before anything was paid'),
  answersFor: choice('The phone answers by itself', [
    ...(['none', 'pays', 'wrongPin', 'noBalance', 'cancels', 'ignores'] as const),
  ]),
  paysAfterMs: number('Milliseconds from the right PIN until the money moves', day),
  // Text, since an empty one is a choice too.
  firstCode: choice('Whoever pays is first told this refusal; the money moves later', ['', '1037', '1032']),
  laterAsks: number('Queries that get it; not counted when milliseconds are set above', 1000, 1),
  callback: choice('The call-back comes', [
    ...(['right', 'lost', 'thrice', 'late', 'delayedPastPage', 'thriceAndLate'] as const),
  ]),
  callbackAmountOff: number('Shillings that it names beyond the sum', maxShillings, 0, -maxShillings),
  callbackWithoutMetadata: flag('It has no metadata'),
  codesAsStrings: flag('Its result code is a text'),
  query: choice('The query is answered', [
    ...(['right', 'pending4999ForAsks', 'pending500', 'error500', 'garbage', 'never'] as const),
    ...(['unknown7777', 'spikeArrest429'] as const),
  ]),
  queryFaultAsks: number('Queries about one prompt with this answer, from the first on; 0: all', 1000),
  confirmsPrompts: flag('A paid prompt is confirmed as a payment to the paybill too', true),
  confirmation: choice('The confirmation comes', ['right', 'lost', 'thrice', 'late']),
  lateMs: number('Milliseconds that a late call-back or confirmation is late', day, 20_000),
  pull: choice('The list of payments is', ['right', 'off', 'error500', 'empty']),
};

/** How the sandbox treats a transaction. */
export type MpesaBehaviour = Behaviour<typeof switches>;

export const mpesaFaults = faultTable(switches);

/** `checkoutId` is null for a payment by hand and for a push that is not accepted yet. */
type AddressedTransaction = {
  account: string;
  phone: string;
  checkoutId: string | null;
};

export type MpesaFaultSettings = ReturnType<typeof openMpesaFaults>;

/** The faults of the sandbox; they may be set for one transaction by its phone, its account or its CheckoutRequestID. */
export const openMpesaFaults = () =>
  openFaultSettings(mpesaFaults, ({ account, phone, checkoutId }: AddressedTransaction) => [
    phone,
    account,
    ...(checkoutId === null ? [] : [checkoutId]),
  ]);
