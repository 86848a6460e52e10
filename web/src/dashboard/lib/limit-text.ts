import type { LimitedAction, LimitSubject, RateLimit } from '@contract/rate-limits.ts';
import { formatCount } from './format-count.ts';

const actions: Record<LimitedAction, string> = {
  sign_in: 'Signing in',
  second_factor: 'Codes of an authenticator app, and recovery codes',
  register: 'New accounts',
  password_mail: 'Mails for a forgotten password',
  new_password: 'New passwords',
  confirmation_mail: 'Mails that confirm an e-mail address',
  export_account: 'Downloading what is stored about an account',
  place_order: 'Placing orders',
  pay_order: 'Going to the bank to pay',
  check_payment: 'Asking whether a payment has arrived',
  ask_bank: 'Queries to the bank about payments',
  find_order: 'Looking up an order',
  claim_order: 'Adding a guest’s order to an account',
  open_link: 'Opening the short link of an order',
  search: 'Searching',
  filter: 'Filtering products',
  unpaid_message: 'Messages about unpaid orders',
};

const subjects: Record<LimitSubject, string> = {
  address: 'from one network address',
  address_day: 'from one network address in a day',
  session: 'in one browser',
  account: 'by one account',
  email: 'for one e-mail address',
  phone: 'for one phone number',
  order: 'about one order',
  attempt: 'with wrong passwords in a row, before each has to wait longer',
  all: 'in all',
};

/** The name of a limit: "Signing in, from one network address". */
export function limitName({ action, subject }: Pick<RateLimit, 'action' | 'subject'>): string {
  return `${actions[action]}, ${subjects[subject]}`;
}

/** The time span and the default of a limit: "in 10 minutes; at the beginning 100". */
export function limitSpan({ seconds, suggested }: Pick<RateLimit, 'seconds' | 'suggested'>): string {
  const minutes = seconds / 60;
  const spans: Record<number, string> = { 1: 'a minute', 60: 'an hour', 1440: '24 hours' };
  const span = spans[minutes] ?? `${minutes} minutes`;
  return `At most this many times in ${span}. Suggested: ${formatCount(suggested)}.`;
}
