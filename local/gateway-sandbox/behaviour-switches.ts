import { type GatewayBehaviour, goodBehaviour } from './gateway-behaviour.ts';

/** One field of the behaviour as a person sets it, and what it may be. */
type Name = keyof GatewayBehaviour;

export type BehaviourSwitch = { name: Name; label: string; hint: string } & (
  | { kind: 'flag' }
  | { kind: 'number'; min: number; max: number; unit: string }
  | { kind: 'choice'; choices: Readonly<Record<string, string>> }
  | { kind: 'status' }
);

/** In milliseconds; so that a forgotten switch does not keep a connection open for ever. */
const maxDelay = 120_000;

const flag = (name: Name, label: string, hint: string): BehaviourSwitch => ({
  name,
  label,
  hint,
  kind: 'flag',
});
const number = (
  [name, label, hint]: [Name, string, string],
  [min, max, unit]: [number, number, string],
): BehaviourSwitch => ({ name, label, hint, kind: 'number', min, max, unit });
const choice = (
  [name, label, hint]: [Name, string, string],
  choices: Record<string, string>,
): BehaviourSwitch => ({ name, label, hint, kind: 'choice', choices });

/** Every switch, in the order in which a payment meets them. */
export const behaviourSwitches: Readonly<
  Record<'The card' | 'The way back' | 'The status query', BehaviourSwitch[]>
> = {
  'The card': [
    choice(
      [
        'approvesLater',
        'A good card is approved later',
        'Money moves on approval after a refusal, at once after a time-out.',
      ],
      { no: 'No', afterRefusal: 'Refused first', afterTimeOut: 'Timed out first' },
    ),
    number(
      ['approvesLaterAsks', 'Status queries until then', 'So many still get the first answer.'],
      [0, 1000, 'queries'],
    ),
    number(['approvesLaterMs', 'Time until then', '0: the queries are counted.'], [0, 86_400_000, 'ms']),
    number(
      ['amountOffCents', 'A wrong amount is taken', 'Cents too much; below zero too little.'],
      [-9_999_999_999, 9_999_999_999, 'cents'],
    ),
    flag('paidTwice', 'The card is charged twice', 'Two transactions under one trace.'),
    flag('timeOutTakesMoney', 'The undecided card is charged', 'Status 1 for ever, but the money has moved.'),
  ],
  'The way back': [
    flag('returnLost', 'The return is lost', 'No form leads back.'),
    flag('returnDoubled', 'The return is posted twice', 'By the browser.'),
    number(['returnDelayedMs', 'The return is delayed', 'The last page waits.'], [0, maxDelay, 'ms']),
    choice(['returnAddress', 'Address of the return', 'Whatever the bank decided.'], {
      ...{ right: 'The right one', successful: 'Successful', fail: 'Fail', tryLater: 'Try later' },
      error: 'Error',
    }),
    {
      ...{ name: 'returnStatus', label: 'Forged status in the return', kind: 'status' },
      hint: 'Such as 0 or 4; empty for the true one.',
    },
  ],
  'The status query': [
    choice(['queryAnswer', 'Answer', 'What the shop’s server gets.'], {
      ...{ right: 'The truth', error500: 'Error 500', garbage: 'Garbage', blankStatus: 'Blank status' },
      ...{ never: 'None, then cut off', wrongAmount: 'Wrong amount', wrongReference: 'Wrong reference' },
      wrongTrace: 'Wrong trace',
    }),
    number(['queryDelayedMs', 'The answer is late', 'The shop waits 10,000 ms.'], [0, maxDelay, 'ms']),
    number(['queryFaultAsks', 'Queries with this fault', 'From the first on; 0: all.'], [0, 1000, 'queries']),
  ],
};

const switches = new Map(
  Object.values(behaviourSwitches)
    .flat()
    .map((one) => [one.name as string, one]),
);

/** Parses the fields of a behaviour; returns a sentence about the first invalid one. */
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

/** The fields that differ from normal behaviour, to be shown with a transaction. */
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
      const fits = Number.isInteger(value) && Number(value) >= one.min && Number(value) <= one.max;
      return fits ? null : `a whole number from ${one.min} to ${one.max}`;
    }
    case 'choice': {
      const isChoice = typeof value === 'string' && Object.hasOwn(one.choices, value);
      return isChoice ? null : `one of ${Object.keys(one.choices).join(', ')}`;
    }
    case 'status':
      return typeof value === 'string' && /^[\x20-\x7e]{0,20}$/.test(value) ? null : 'at most 20 characters';
  }
}
