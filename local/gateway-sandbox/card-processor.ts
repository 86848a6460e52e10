import { randomUUID } from 'node:crypto';
import type { CardExpiry } from './authorise-info-page.ts';
import type { AuthoriseRequest } from './authorise-request.ts';
import type { Card } from './card-form.ts';
import {
  approved,
  approvedOutcome,
  cancelledByBuyer,
  type CardOutcome,
  deniedOutcome,
  formRefused,
  maskCardNumber,
  outcomeOfCard,
  timedOut,
  timedOutOutcome,
} from './card-outcome.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { Transaction, GatewayLedger } from './gateway-ledger.ts';
import type { PostedForm } from './posted-form.ts';
import type { FaultSettings } from './fault-settings.ts';

/** What the bank does with a transaction, from the accepted form to the answer. Each transaction is charged once. */
export type CardProcessor = {
  open(request: AuthoriseRequest, form: PostedForm): Transaction;
  refuse(form: PostedForm, reason: string): Transaction;
  /** Charges the card; a finished transaction is not changed. */
  pay(transaction: Transaction, card: Card): Transaction;
  cancel(transaction: Transaction): Transaction;
  /** Approves what was due to be approved by the time that has passed. Called before anybody reads the ledger. */
  approveDue(): void;
  /** Approves a transaction that waited for this many status queries. */
  recordQuery(transaction: Transaction, earlierQueries: number): Transaction;
  /** Held in memory only. */
  expiryOf(trace: string): CardExpiry | null;
};

export function cardProcessor(options: {
  ledger: GatewayLedger;
  currency: string;
  faultSettings: FaultSettings;
  clock: () => Date;
  random: () => number;
}): CardProcessor {
  const { ledger, faultSettings, clock, random } = options;
  const expiries = new Map<string, CardExpiry>();
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const newIndex = () => `{${randomUUID().toUpperCase()}}`;
  const now = () => clock().toISOString();

  const newTransaction = (form: PostedForm, known: Partial<Transaction>): Transaction => ({
    trace: '',
    reference: '',
    amountInCents: 0,
    currency: options.currency,
    state: 'waiting',
    status: null,
    description: '',
    transactionIndex: null,
    authorisationCode: null,
    bankReference: null,
    maskedCard: null,
    chargedInCents: null,
    moneyMoved: 0,
    moneyMovedAt: null,
    secondTransactionIndex: null,
    approvesLater: null,
    reserveOnly: false,
    openedAt: now(),
    finishedAt: null,
    drawn: {},
    form: form.entries,
    ...known,
  });

  const proofOfApproval = (isApproved: boolean) => ({
    authorisationCode: isApproved ? digits(6) : null,
    bankReference: isApproved ? digits(12) : null,
  });

  const charge = (transaction: Transaction, card: Card): Transaction => {
    const behaviour = faultSettings.behaviourOf(transaction);
    const decided = outcomeOfCard(card.number, random);
    const later = decided.status === approved ? behaviour.approvesLater : 'no';
    const outcome = { no: decided, afterRefusal: deniedOutcome, afterTimeOut: timedOutOutcome }[later];
    const takesMoney =
      !transaction.reserveOnly &&
      (outcome.status === approved ||
        later === 'afterTimeOut' ||
        (outcome.status === timedOut && behaviour.timeOutTakesMoney));
    const isTwice = behaviour.paidTwice && decided.status === approved && later === 'no';
    const charged = Math.max(1, transaction.amountInCents + behaviour.amountOffCents);
    return ledger.finish(transaction.trace, {
      ...resultOf(outcome),
      ...proofOfApproval(outcome.status === approved),
      maskedCard: maskCardNumber(card.number),
      chargedInCents: charged,
      moneyMoved: takesMoney ? charged * (isTwice ? 2 : 1) : 0,
      moneyMovedAt: takesMoney ? now() : null,
      secondTransactionIndex: isTwice ? newIndex() : null,
      approvesLater: later === 'no' ? null : approvalIn(behaviour, clock()),
      finishedAt: now(),
    });
  };

  const resultOf = (outcome: CardOutcome) => ({
    status: outcome.status,
    description: outcome.description,
    transactionIndex: outcome.madeTransaction ? newIndex() : null,
  });

  const approveLate = (transaction: Transaction, at: string): Transaction =>
    ledger.approve(transaction.trace, {
      status: approvedOutcome.status,
      description: approvedOutcome.description,
      ...proofOfApproval(true),
      moneyMoved: transaction.reserveOnly ? 0 : (transaction.chargedInCents ?? 0),
      moneyMovedAt: transaction.reserveOnly ? null : (transaction.moneyMovedAt ?? at),
    });

  return {
    open(request, form) {
      const { trace, reference, amountInCents, reserveOnly } = request;
      const drawn = faultSettings.drawNext();
      const transaction = newTransaction(form, { trace, reference, amountInCents, reserveOnly, drawn });
      ledger.open(transaction);
      return transaction;
    },
    refuse(form, reason) {
      const amount = form.get('Lite_Order_Amount') ?? '';
      const transaction = newTransaction(form, {
        // One character more than the maximum is stored, so that a truncated trace is never valid.
        trace: (form.get('Lite_Merchant_Trace') ?? '').slice(0, 65),
        reference: (form.get('MerchantReference') || form.get('Ecom_ConsumerOrderID') || '').slice(0, 20),
        amountInCents: /^\d{1,10}$/.test(amount) ? Number(amount) : 0,
        state: 'refused',
        status: formRefused,
        description: reason,
        finishedAt: now(),
        form: [],
      });
      ledger.open(transaction);
      return transaction;
    },
    pay(transaction, card) {
      if (transaction.state !== 'waiting') return transaction;
      expiries.set(transaction.trace, { month: card.expiryMonth, year: card.expiryYear });
      return charge(transaction, card);
    },
    cancel(transaction) {
      if (transaction.state !== 'waiting') return transaction;
      return ledger.finish(transaction.trace, { ...resultOf(cancelledByBuyer), finishedAt: now() });
    },
    approveDue() {
      for (const transaction of ledger.approvingLater()) {
        const later = transaction.approvesLater;
        if (later && 'at' in later && later.at <= now()) approveLate(transaction, later.at);
      }
    },
    recordQuery(transaction, earlierQueries) {
      const later = transaction.approvesLater;
      return later && 'afterAsks' in later && earlierQueries >= later.afterAsks
        ? approveLate(transaction, now())
        : transaction;
    },
    expiryOf: (trace) => expiries.get(trace) ?? null,
  };
}

function approvalIn(behaviour: GatewayBehaviour, from: Date): Transaction['approvesLater'] {
  const { approvesLaterMs, approvesLaterAsks } = behaviour;
  if (approvesLaterMs === 0) return { afterAsks: approvesLaterAsks };
  return { at: new Date(from.getTime() + approvesLaterMs).toISOString() };
}
