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
import type { Attempt, GatewayLedger } from './gateway-ledger.ts';
import type { PostedForm } from './posted-form.ts';
import type { Switchboard } from './switchboard.ts';

/** What the bank does with an attempt, from the accepted form to the answer. Each attempt is charged once. */
export type CardDesk = {
  open(request: AuthoriseRequest, form: PostedForm): Attempt;
  refuse(form: PostedForm, reason: string): Attempt;
  /** Charges the card; an attempt that has its answer keeps it, whatever is sent after. */
  pay(attempt: Attempt, card: Card): Attempt;
  cancel(attempt: Attempt): Attempt;
  /** Approves what was due to be approved by the time that has passed. Called before anybody reads the ledger. */
  approveDue(): void;
  /** Approves an attempt that waited for this many status queries. */
  noteAsk(attempt: Attempt, asksBefore: number): Attempt;
  /** Known while this process lives and written nowhere. */
  expiryOf(trace: string): CardExpiry | null;
};

export function openCardDesk(desk: {
  ledger: GatewayLedger;
  currency: string;
  switchboard: Switchboard;
  clock: () => Date;
  random: () => number;
}): CardDesk {
  const { ledger, switchboard, clock, random } = desk;
  const expiries = new Map<string, CardExpiry>();
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const newIndex = () => `{${randomUUID().toUpperCase()}}`;
  const now = () => clock().toISOString();

  const newAttempt = (form: PostedForm, known: Partial<Attempt>): Attempt => ({
    trace: '',
    reference: '',
    amountInCents: 0,
    currency: desk.currency,
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

  const charge = (attempt: Attempt, card: Card): Attempt => {
    const behaviour = switchboard.behaviourOf(attempt);
    const decided = outcomeOfCard(card.number, random);
    const later = decided.status === approved ? behaviour.approvesLater : 'no';
    const outcome = { no: decided, afterRefusal: deniedOutcome, afterTimeOut: timedOutOutcome }[later];
    const takesMoney =
      !attempt.reserveOnly &&
      (outcome.status === approved ||
        later === 'afterTimeOut' ||
        (outcome.status === timedOut && behaviour.timeOutTakesMoney));
    const isTwice = behaviour.paidTwice && decided.status === approved && later === 'no';
    const charged = Math.max(1, attempt.amountInCents + behaviour.amountOffCents);
    return ledger.finish(attempt.trace, {
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

  const approveLate = (attempt: Attempt, at: string): Attempt =>
    ledger.approve(attempt.trace, {
      status: approvedOutcome.status,
      description: approvedOutcome.description,
      ...proofOfApproval(true),
      moneyMoved: attempt.reserveOnly ? 0 : (attempt.chargedInCents ?? 0),
      moneyMovedAt: attempt.reserveOnly ? null : (attempt.moneyMovedAt ?? at),
    });

  return {
    open(request, form) {
      const { trace, reference, amountInCents, reserveOnly } = request;
      const drawn = switchboard.drawNext();
      const attempt = newAttempt(form, { trace, reference, amountInCents, reserveOnly, drawn });
      ledger.open(attempt);
      return attempt;
    },
    refuse(form, reason) {
      const amount = form.get('Lite_Order_Amount') ?? '';
      const attempt = newAttempt(form, {
        // One character more than a trace may have is kept, so that a cut trace never passes for a good one.
        trace: (form.get('Lite_Merchant_Trace') ?? '').slice(0, 65),
        reference: (form.get('MerchantReference') || form.get('Ecom_ConsumerOrderID') || '').slice(0, 20),
        amountInCents: /^\d{1,10}$/.test(amount) ? Number(amount) : 0,
        state: 'refused',
        status: formRefused,
        description: reason,
        finishedAt: now(),
        form: [],
      });
      ledger.open(attempt);
      return attempt;
    },
    pay(attempt, card) {
      if (attempt.state !== 'waiting') return attempt;
      expiries.set(attempt.trace, { month: card.expiryMonth, year: card.expiryYear });
      return charge(attempt, card);
    },
    cancel(attempt) {
      if (attempt.state !== 'waiting') return attempt;
      return ledger.finish(attempt.trace, {
        ...resultOf(cancelledByBuyer),
        ...proofOfApproval(false),
        maskedCard: null,
        chargedInCents: null,
        moneyMoved: 0,
        moneyMovedAt: null,
        secondTransactionIndex: null,
        approvesLater: null,
        finishedAt: now(),
      });
    },
    approveDue() {
      for (const attempt of ledger.approvingLater()) {
        const later = attempt.approvesLater;
        if (later && 'at' in later && later.at <= now()) approveLate(attempt, later.at);
      }
    },
    noteAsk(attempt, asksBefore) {
      const later = attempt.approvesLater;
      return later && 'afterAsks' in later && asksBefore >= later.afterAsks
        ? approveLate(attempt, now())
        : attempt;
    },
    expiryOf: (trace) => expiries.get(trace) ?? null,
  };
}

function approvalIn(behaviour: GatewayBehaviour, from: Date): Attempt['approvesLater'] {
  const { approvesLaterMs, approvesLaterAsks } = behaviour;
  if (approvesLaterMs === 0) return { afterAsks: approvesLaterAsks };
  return { at: new Date(from.getTime() + approvesLaterMs).toISOString() };
}
