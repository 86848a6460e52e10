/** What one field of the behaviour does, its value in good health, and what else it may be. */
type Switch = {
  label: string;
  good: string | number | boolean;
  choices?: readonly string[];
  min?: number;
  max?: number;
};

const flag = (label: string) => ({ label, good: false as boolean });
const number = (label: string, max: number, good = 0, min = 0) => ({ label, good, min, max });
const choice = <const Choices extends readonly [string, ...string[]]>(label: string, choices: Choices) => ({
  label,
  good: choices[0] as Choices[number],
  choices,
});

/** In milliseconds; so that a forgotten switch does not keep a connection open for ever. */
const maxDelay = 120_000;
const maxCents = 9_999_999_999;

/**
 * Every fault is a switch of this one table, in the order in which a payment meets them, so that it can be switched on for
 * all transactions, for one, or by chance, without another path through the code. The ledger keeps the truth throughout.
 */
const switches = {
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
  timeOutTakesMoney: flag('On a time-out (status 1) the money has moved'),
  returnLost: flag('The return is lost: "connection lost" in place of the form that leads back'),
  returnDoubled: flag('The browser posts the return twice'),
  returnDelayedMs: number('Milliseconds that the last page waits before the return', maxDelay),
  returnAddress: choice('The return goes to', ['right', 'successful', 'fail', 'tryLater', 'error']),
  returnStatus: { label: 'The status that the return claims, such as 0 or 4; empty: the true one', good: '' },
  // never: the connection stays open without a reply and is then closed.
  queryAnswer: choice('The status query is answered', [
    ...(['right', 'error500', 'garbage', 'blankStatus', 'never'] as const),
    ...(['wrongAmount', 'wrongReference', 'wrongTrace'] as const),
  ]),
  queryDelayedMs: number('Milliseconds until that answer; the shop waits 10,000', maxDelay),
  queryFaultAsks: number('Queries about one transaction with this answer, from the first on; 0: all', 1000),
} satisfies Record<string, Switch>;

/** How the gateway treats a transaction. */
export type GatewayBehaviour = { [Name in keyof typeof switches]: (typeof switches)[Name]['good'] };

export const switchEntries: ReadonlyArray<[name: string, Switch]> = Object.entries(switches);

/** A gateway without faults. */
export const goodBehaviour = Object.fromEntries(
  switchEntries.map(([name, { good }]) => [name, good]),
) as GatewayBehaviour;

/** The fields of a behaviour that somebody sent, or a sentence about the first one that is wrong. */
export function readBehaviour(sent: unknown): Partial<GatewayBehaviour> | string {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'A behaviour is an object';
  const known = new Map(switchEntries);
  for (const [name, value] of Object.entries(sent)) {
    const one = known.get(name);
    if (one === undefined) return `${name} is not a behaviour`;
    const wrong = refusalOf(one, value);
    if (wrong !== null) return `${name} must be ${wrong}`;
  }
  return sent as Partial<GatewayBehaviour>;
}

function refusalOf({ good, choices, min = 0, max = 0 }: Switch, value: unknown): string | null {
  if (typeof good === 'boolean') return typeof value === 'boolean' ? null : 'true or false';
  if (typeof good === 'number') {
    const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return fits ? null : `a whole number from ${min} to ${max}`;
  }
  if (choices) return choices.includes(value as string) ? null : `one of ${choices.join(', ')}`;
  return typeof value === 'string' && /^[\x20-\x7e]{0,20}$/.test(value) ? null : 'at most 20 characters';
}
