import type { LimitedAction, LimitSubject, RateLimit } from '@contract/rate-limits.ts';
import { formatCount } from '../../lib/count-words.ts';

const actions: Record<LimitedAction, string> = {
  sign_in: 'Signing in',
  register: 'New accounts',
  password_mail: 'Mails for a forgotten password',
  new_password: 'New passwords',
  place_order: 'Placing orders',
  pay_order: 'Going to the bank to pay',
  check_payment: 'Asking whether a payment has arrived',
  find_order: 'Looking up an order',
  claim_order: 'Adding a guest’s order to an account',
  open_link: 'Opening the short link of an order',
  search: 'Searching',
};

const subjects: Record<LimitSubject, string> = {
  address: 'from one network address',
  session: 'in one browser',
  account: 'by one account',
  email: 'for one e-mail address',
  phone: 'for one phone number',
  order: 'about one order',
  attempt: 'with wrong passwords in a row, before each has to wait longer',
};

/** What a limit is about: "Signing in, from one network address". */
export function limitName({ action, subject }: Pick<RateLimit, 'action' | 'subject'>): string {
  return `${actions[action]}, ${subjects[subject]}`;
}

/** For how long it counts, and what it was at the beginning: "in 10 minutes; at the beginning 100". */
export function limitSpan({ seconds, suggested }: Pick<RateLimit, 'seconds' | 'suggested'>): string {
  const minutes = seconds / 60;
  const span = minutes === 1 ? 'a minute' : minutes === 60 ? 'an hour' : `${minutes} minutes`;
  return `At most so many times in ${span}. Suggested: ${formatCount(suggested)}.`;
}
