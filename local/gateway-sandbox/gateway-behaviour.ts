import { openFaultSettings } from './fault-settings.ts';
import { type Behaviour, choice, faultTable, flag, number } from './fault-table.ts';

/** In milliseconds; so that a forgotten switch does not keep a connection open for ever. */
const maxDelay = 120_000;
const maxCents = 9_999_999_999;

/**
 * Every fault is a switch of this one table, in the order in which a payment meets them, so that it can be switched on for
 * all transactions or for one, without another path through the code. The ledger keeps the truth throughout.
 */
const switches = {
  isDown: flag('The bank is down: its pages and its status query answer 503, whatever else is set'),
  // A card that would be approved; the money moves on approval after a refusal, at once after a time-out.
  approvesLater: choice('A good card is answered otherwise and approved later', [
    'no',
    'afterRefusal',
    'afterTimeOut',
  ]),
  approvesLaterAsks: number('Status queries that still get the first answer', 1000, 1),
  approvesLaterMs: number('Milliseconds until that approval; 0: queries are counted instead', 86_400_000),
  amountOffCents: number('Cents taken beyond what was asked; below zero too little', maxCents, 0, -maxCents),
  paidTwice: flag('The card is charged twice under one trace; from the second query on the second is named'),
  returnLost: flag('The return is lost: "connection lost" in place of the form that leads back'),
  returnAddress: choice('The return goes to', ['right', 'successful', 'fail', 'tryLater', 'error']),
  returnStatus: { label: 'The status that the return claims, such as 0 or 4; empty: the true one', good: '' },
  // never: the connection stays open without a reply and is then closed.
  queryAnswer: choice('The status query is answered', [
    ...(['right', 'error500', 'garbage', 'blankStatus', 'never'] as const),
    ...(['wrongAmount', 'wrongReference', 'wrongTrace'] as const),
  ]),
  queryDelayedMs: number('Milliseconds until that answer; the shop waits 10,000', maxDelay),
  queryFaultAsks: number('Queries about one transaction with this answer, from the first on; 0: all', 1000),
};

/** How the gateway treats a transaction. */
export type GatewayBehaviour = Behaviour<typeof switches>;

export const gatewayFaults = faultTable(switches);

export type GatewayFaultSettings = ReturnType<typeof openGatewayFaults>;

/** The faults of the gateway; they may be set for one transaction by its trace or its merchant reference. */
export const openGatewayFaults = () =>
  openFaultSettings(gatewayFaults, ({ trace, reference }: { trace: string; reference: string }) => [
    reference,
    trace,
  ]);
