/**
 * How the gateway treats a transaction. Every fault is a field of this one object, so that it can be switched on for all
 * transactions, for one, or by chance, without another path through the code. The ledger keeps the truth throughout.
 */
export type GatewayBehaviour = {
  /** The buyer is shown "connection lost" in place of the form that leads back. */
  returnLost: boolean;
  /** Milliseconds that the bank's last page waits before it sends the buyer back. */
  returnDelayedMs: number;
  /** The browser posts the return twice. */
  returnDoubled: boolean;
  /** The return goes to this address, whatever the status; `right` is the one that fits. */
  returnAddress: 'right' | 'successful' | 'fail' | 'tryLater' | 'error';
  /** The status that the return claims; empty for the true one. */
  returnStatus: string;
  /** Milliseconds until the status query is answered. */
  queryDelayedMs: number;
  /** What the status query answers. `never`: the connection stays open without a reply and is then closed. */
  queryAnswer:
    | 'right'
    | 'error500'
    | 'garbage'
    | 'blankStatus'
    | 'never'
    | 'wrongAmount'
    | 'wrongReference'
    | 'wrongTrace';
  /** How many status queries about one transaction, from the first, are answered late or wrong as set above; 0: all of them. */
  queryFaultAsks: number;
  /** Cents taken beyond what was asked; below zero too little. At least one cent is taken. */
  amountOffCents: number;
  /** On a time-out (status 1): was the money taken before the connection broke? The buyer sees the same either way. */
  timeOutTakesMoney: boolean;
  /**
   * A card that would be approved is at first answered otherwise, and approved later. `afterRefusal`: denied (4), the
   * money moves on approval. `afterTimeOut`: timed out (1), the money has moved at once.
   */
  approvesLater: 'no' | 'afterRefusal' | 'afterTimeOut';
  /** The number of status queries that still get the first answer. Used only while `approvesLaterMs` is 0. */
  approvesLaterAsks: number;
  /** Milliseconds from the card to the approval; 0: status queries are counted instead. */
  approvesLaterMs: number;
  /** The card is charged twice under one trace; the status query names the second transaction from the second query on. */
  paidTwice: boolean;
};

/** A gateway without faults. */
export const goodBehaviour: GatewayBehaviour = {
  returnLost: false,
  returnDelayedMs: 0,
  returnDoubled: false,
  returnAddress: 'right',
  returnStatus: '',
  queryDelayedMs: 0,
  queryAnswer: 'right',
  queryFaultAsks: 0,
  amountOffCents: 0,
  timeOutTakesMoney: false,
  approvesLater: 'no',
  approvesLaterAsks: 1,
  approvesLaterMs: 0,
  paidTwice: false,
};
