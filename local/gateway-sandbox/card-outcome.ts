/** The four return addresses of the form; the gateway picks one by the status. */
export type ReturnAddress = 'successful' | 'fail' | 'tryLater' | 'error';

/** What the bank's page ends with. */
export type CardOutcome = { status: number; description: string; madeTransaction: boolean };

export type TestCard = { number: string; name: string; hint: string; statuses: readonly number[] };

/** The test cards of the gateway's published description. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', name: 'approved', hint: 'Approved', statuses: [0] },
  {
    number: '2121212121212121',
    name: 'declined',
    hint: 'Declined: denied, hot card or please call the bank, at random',
    statuses: [3, 5, 4],
  },
  {
    number: '5454545454545454',
    name: 'undecided',
    hint: 'Undecided: unable to process or timed out, at random',
    statuses: [9, 1],
  },
  {
    number: '4000000000000002',
    name: 'unknown',
    hint: 'Any other number: invalid card number',
    statuses: [14],
  },
];

export const approved = 0;
export const timedOut = 1;
export const formRefused = 255;

const denied = 4;
const invalidNumber = 14;

const descriptions: Record<number, string> = {
  [approved]: 'Approved',
  [timedOut]: 'Timed out: the outcome is not known',
  3: 'Hot card',
  [denied]: 'Denied',
  5: 'Please call the bank',
  9: 'Unable to process',
  [invalidNumber]: 'Invalid card number',
};

/** Statuses after which the gateway holds no transaction at all, so that no transaction index exists. */
const withoutTransaction: readonly number[] = [9, invalidNumber];

/** What the bank says to a card number, digits only. `random` gives a number from 0 up to 1. */
export function outcomeOfCard(cardNumber: string, random: () => number): CardOutcome {
  const statuses = testCards.find((card) => card.number === cardNumber)?.statuses ?? [invalidNumber];
  const status = statuses[Math.floor(random() * statuses.length)] ?? invalidNumber;
  return answered(status);
}

const answered = (status: number): CardOutcome => ({
  status,
  description: descriptions[status] ?? 'Declined',
  madeTransaction: !withoutTransaction.includes(status),
});

export const approvedOutcome = answered(approved);
export const deniedOutcome = answered(denied);
export const timedOutOutcome = answered(timedOut);

/** The buyer pressed Cancel: the form comes back as refused, no transaction was made. */
export const cancelledByBuyer: CardOutcome = {
  status: formRefused,
  description: 'The payment was cancelled by the card holder',
  madeTransaction: false,
};

export function returnAddressOf(status: number): ReturnAddress {
  if (status === approved) return 'successful';
  if (status === formRefused) return 'error';
  return [timedOut, 2, 5, 9].includes(status) ? 'tryLater' : 'fail';
}

/** `4242424242424242` as `4242........4242`: the only form in which a card number leaves the card page. */
export function maskCardNumber(cardNumber: string): string {
  return `${cardNumber.slice(0, 4)}........${cardNumber.slice(-4)}`;
}
