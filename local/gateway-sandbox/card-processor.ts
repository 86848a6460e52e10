import { randomUUID } from 'node:crypto';
import { type AuthoriseRequest, type PostedForm, referenceOf, type ReturnAddress } from './authorise-form.ts';
import type { GatewayBehaviour, GatewayFaultSettings } from './gateway-behaviour.ts';
import type { GatewayLedger, Transaction } from './gateway-ledger.ts';

/** A card that can be shown to the bank: digits only, month `01` to `12`, year with four digits. */
export type Card = { number: string; expiryMonth: string; expiryYear: string };

/** The test cards of the gateway's published description; of several statuses one is answered at random. */
export const testCards: ReadonlyArray<{ number: string; hint: string; statuses: readonly number[] }> = [
  { number: '4242424242424242', hint: 'Approved', statuses: [0] },
  { number: '2121212121212121', hint: 'Declined (3, 5 or 4, at random)', statuses: [3, 5, 4] },
  { number: '5454545454545454', hint: 'Undecided (9 or 1, at random)', statuses: [9, 1] },
  { number: '4000000000000002', hint: 'Any other number: invalid', statuses: [14] },
];

const [approved, timedOut, denied, formRefused] = [0, 1, 4, 255];

const descriptions: Record<number, string> = {
  0: 'Approved',
  1: 'Timed out: the outcome is not known',
  3: 'Hot card',
  4: 'Denied',
  5: 'Please call the bank',
  9: 'Unable to process',
  14: 'Invalid card number',
  255: 'The payment was cancelled by the card holder',
};

export function returnAddressOf(status: number | null): ReturnAddress {
  if (status === approved) return 'successful';
  if (status === null || status === formRefused) return 'error';
  return [timedOut, 2, 5, 9].includes(status) ? 'tryLater' : 'fail';
}

export type CardProcessor = ReturnType<typeof cardProcessor>;

/**
 * What the bank does with a transaction, from the accepted form to the answer. Each is charged once: the ledger finishes
 * none twice. `random` gives a number from 0 up to 1.
 */
export function cardProcessor(options: {
  ledger: GatewayLedger;
  faultSettings: GatewayFaultSettings;
  clock: () => Date;
  random: () => number;
}) {
  const { ledger, faultSettings, clock, random } = options;
  const expiries = new Map<string, Pick<Card, 'expiryMonth' | 'expiryYear'>>();
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const newIndex = () => `{${randomUUID().toUpperCase()}}`;
  const now = () => clock().toISOString();

  const open = (form: PostedForm['entries'], known: Partial<Transaction>): Transaction =>
    ledger.open({
      trace: '',
      reference: '',
      amountInCents: 0,
      state: 'waiting',
      status: null,
      description: '',
      transactionIndex: null,
      authorisationCode: null,
      bankReference: null,
      maskedCard: null,
      chargedInCents: null,
      moneyMoved: 0,
      secondTransactionIndex: null,
      approvesLater: null,
      reserveOnly: false,
      openedAt: now(),
      finishedAt: null,
      form,
      ...known,
    });

  const answered = (status: number) => ({
    status,
    description: descriptions[status] ?? 'Declined',
    authorisationCode: status === approved ? digits(6) : null,
    bankReference: status === approved ? digits(12) : null,
  });

  const approveLate = (transaction: Transaction): Transaction =>
    ledger.finish(transaction.trace, {
      ...answered(approved),
      moneyMoved: transaction.reserveOnly ? 0 : (transaction.chargedInCents ?? 0),
      approvesLater: null,
    });

  return {
    open: (request: AuthoriseRequest, form: PostedForm) => open(form.entries, request),

    refuse(form: PostedForm, reason: string): Transaction {
      const amount = form.get('Lite_Order_Amount');
      return open([], {
        // One character more than the maximum is stored, so that a truncated trace is never valid.
        trace: form.get('Lite_Merchant_Trace').slice(0, 65),
        reference: referenceOf(form).slice(0, 20),
        amountInCents: /^\d{1,10}$/.test(amount) ? Number(amount) : 0,
        state: 'refused',
        status: formRefused,
        description: reason,
        finishedAt: now(),
      });
    },

    pay(transaction: Transaction, card: Card): Transaction {
      const behaviour = faultSettings.behaviourOf(transaction);
      const statuses = testCards.find(({ number }) => number === card.number)?.statuses ?? [];
      const decided = statuses[Math.floor(random() * statuses.length)] ?? 14;
      const later = decided === approved ? behaviour.approvesLater : 'no';
      const status = { no: decided, afterRefusal: denied, afterTimeOut: timedOut }[later];
      const takesMoney = !transaction.reserveOnly && (status === approved || later === 'afterTimeOut');
      const isTwice = behaviour.paidTwice && status === approved;
      const charged = Math.max(1, transaction.amountInCents + behaviour.amountOffCents);
      expiries.set(transaction.trace, card);
      return ledger.finish(transaction.trace, {
        ...answered(status),
        // After these the gateway holds no transaction at all.
        transactionIndex: [9, 14].includes(status) ? null : newIndex(),
        maskedCard: maskedCard(card.number),
        chargedInCents: charged,
        moneyMoved: takesMoney ? charged * (isTwice ? 2 : 1) : 0,
        secondTransactionIndex: isTwice ? newIndex() : null,
        approvesLater: later === 'no' ? null : approvalIn(behaviour, clock()),
        finishedAt: now(),
      });
    },

    /** The form comes back as refused, no transaction was made. */
    cancel: ({ trace }: Transaction) => ledger.finish(trace, { ...answered(formRefused), finishedAt: now() }),

    /** Approves what was due to be approved by the time that has passed. Called before anybody reads the ledger. */
    approveDue() {
      for (const transaction of ledger.approvingLater()) {
        const later = transaction.approvesLater;
        if (later && 'at' in later && later.at <= now()) approveLate(transaction);
      }
    },

    /** Approves a transaction that waited for this many status queries. */
    recordQuery(transaction: Transaction, earlierQueries: number): Transaction {
      const later = transaction.approvesLater;
      const isDue = later && 'afterAsks' in later && earlierQueries >= later.afterAsks;
      return isDue ? approveLate(transaction) : transaction;
    },

    /** Held in memory only. */
    expiryOf: (trace: string) => expiries.get(trace),
  };
}

/** `4242424242424242` as `4242........4242`: the only form in which a card number leaves the card page. */
const maskedCard = (number: string) => `${number.slice(0, 4)}........${number.slice(-4)}`;

function approvalIn(behaviour: GatewayBehaviour, from: Date): Transaction['approvesLater'] {
  const { approvesLaterMs, approvesLaterAsks } = behaviour;
  if (approvesLaterMs === 0) return { afterAsks: approvesLaterAsks };
  return { at: new Date(from.getTime() + approvesLaterMs).toISOString() };
}
