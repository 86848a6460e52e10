import { type GatewayBehaviour, goodBehaviour } from './gateway-behaviour.ts';

/** One field of the behaviour as a person sets it, and what it may be. */
export type BehaviourSwitch = { name: keyof GatewayBehaviour; label: string; tells: string } & (
  | { kind: 'flag' }
  | { kind: 'number'; least: number; most: number; unit: string }
  | { kind: 'choice'; choices: Readonly<Record<string, string>> }
  | { kind: 'status' }
);

/** Milliseconds: nobody waits longer, and a forgotten switch does not keep a connection for ever. */
const longestDelay = 120_000;

/** Every switch, in the order in which a payment meets them. */
export const behaviourSwitches: Readonly<
  Record<'The card' | 'The way back' | 'The status query', BehaviourSwitch[]>
> = {
  'The card': [
    {
      name: 'approvesLater',
      label: 'A good card is approved later',
      tells: 'Money moves on approval after a refusal, at once after a time-out.',
      kind: 'choice',
      choices: { no: 'No', afterRefusal: 'Refused first', afterTimeOut: 'Timed out first' },
    },
    {
      name: 'approvesLaterAsks',
      label: 'Status queries until then',
      tells: 'So many are still told the first answer.',
      ...{ kind: 'number', least: 0, most: 1000, unit: 'queries' },
    },
    {
      name: 'approvesLaterMs',
      label: 'Time until then',
      tells: '0: the queries are counted.',
      ...{ kind: 'number', least: 0, most: 86_400_000, unit: 'ms' },
    },
    {
      name: 'amountOffCents',
      label: 'A wrong amount is taken',
      tells: 'Cents too much; below zero too little.',
      ...{ kind: 'number', least: -9_999_999_999, most: 9_999_999_999, unit: 'cents' },
    },
    {
      name: 'paidTwice',
      label: 'The card is charged twice',
      tells: 'Two transactions under one trace.',
      kind: 'flag',
    },
    {
      name: 'timeOutTakesMoney',
      label: 'The undecided card is charged',
      tells: 'Status 1 for ever, but the money has moved.',
      kind: 'flag',
    },
  ],
  'The way back': [
    { name: 'returnLost', label: 'The return is lost', tells: 'No form leads back.', kind: 'flag' },
    { name: 'returnDoubled', label: 'The return is posted twice', tells: 'By the browser.', kind: 'flag' },
    {
      name: 'returnDelayedMs',
      label: 'The return is delayed',
      tells: 'The last page waits.',
      ...{ kind: 'number', least: 0, most: longestDelay, unit: 'ms' },
    },
    {
      name: 'returnAddress',
      label: 'Address of the return',
      tells: 'Whatever the bank decided.',
      kind: 'choice',
      choices: {
        right: 'The right one',
        successful: 'Successful',
        fail: 'Fail',
        tryLater: 'Try later',
        error: 'Error',
      },
    },
    {
      name: 'returnStatus',
      label: 'Forged status in the return',
      tells: 'Such as 0 or 4; empty for the true one.',
      kind: 'status',
    },
  ],
  'The status query': [
    {
      name: 'queryAnswer',
      label: 'Answer',
      tells: 'What the shop’s server is told.',
      kind: 'choice',
      choices: {
        right: 'The truth',
        error500: 'Error 500',
        garbage: 'Garbage',
        blankStatus: 'Blank status',
        never: 'None, then cut off',
        wrongAmount: 'Wrong amount',
        wrongReference: 'Wrong reference',
        wrongTrace: 'Wrong trace',
      },
    },
    {
      name: 'queryDelayedMs',
      label: 'The answer is late',
      tells: 'The shop waits 10,000 ms.',
      ...{ kind: 'number', least: 0, most: longestDelay, unit: 'ms' },
    },
    {
      name: 'queryFaultAsks',
      label: 'Queries with this fault',
      tells: 'From the first on; 0: all.',
      ...{ kind: 'number', least: 0, most: 1000, unit: 'queries' },
    },
  ],
};

const switches = new Map(
  Object.values(behaviourSwitches)
    .flat()
    .map((one) => [one.name as string, one]),
);

/** The fields of a behaviour that somebody sent, or one sentence on the first that is none. */
export function readBehaviour(sent: unknown): Partial<GatewayBehaviour> | string {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'A behaviour is an object';
  for (const [name, value] of Object.entries(sent)) {
    const one = switches.get(name);
    if (one === undefined) return `${name} is not a behaviour`;
    const wrong = refusalOf(one, value);
    if (wrong !== null) return `${name} must be ${wrong}`;
  }
  return sent as Partial<GatewayBehaviour>;
}

/** What differs from good health: short enough to be shown beside a transaction. */
export function faultsOf(behaviour: Partial<GatewayBehaviour>): Partial<GatewayBehaviour> {
  return Object.fromEntries(
    Object.entries(behaviour).filter(
      ([name, value]) => value !== goodBehaviour[name as keyof GatewayBehaviour],
    ),
  );
}

function refusalOf(one: BehaviourSwitch, value: unknown): string | null {
  switch (one.kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'number': {
      const fits = Number.isInteger(value) && Number(value) >= one.least && Number(value) <= one.most;
      return fits ? null : `a whole number from ${one.least} to ${one.most}`;
    }
    case 'choice': {
      const isChoice = typeof value === 'string' && Object.hasOwn(one.choices, value);
      return isChoice ? null : `one of ${Object.keys(one.choices).join(', ')}`;
    }
    case 'status':
      return typeof value === 'string' && /^[\x20-\x7e]{0,20}$/.test(value) ? null : 'at most 20 characters';
  }
}
