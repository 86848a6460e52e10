// The functions count; the dashboard reads and changes the limits with supabase-js (`list_rate_limits`, `change_rate_limit`).

/** What is limited. */
export type LimitedAction =
  | 'sign_in'
  | 'second_factor'
  | 'register'
  | 'password_mail'
  | 'new_password'
  | 'confirmation_mail'
  | 'export_account'
  | 'place_order'
  | 'pay_order'
  | 'check_payment'
  /** What buyers cause together. */
  | 'ask_bank'
  | 'find_order'
  | 'claim_order'
  | 'open_link'
  | 'search'
  /** Lists that are narrowed without words, their counts and facets. */
  | 'filter'
  /** Messages about orders that nobody has paid for. */
  | 'unpaid_message';

/**
 * What is counted by: the caller's address, session or account, or the e-mail, phone or order that was named.
 * `address_day`: the address over a longer time. `attempt`: wrong passwords in a row. `all`: everybody together.
 */
export type LimitSubject =
  | 'address'
  | 'address_day'
  | 'session'
  | 'account'
  | 'email'
  | 'phone'
  | 'order'
  | 'attempt'
  | 'all';

/** At most so many times in so many seconds: that many at once, and then one more each time `seconds / most` have passed. */
export type RateLimit = {
  id: string;
  action: LimitedAction;
  subject: LimitSubject;
  most: number;
  seconds: number;
  /** What `most` was when the shop was delivered. */
  suggested: number;
};

/** Larger numbers the database refuses. */
export const largestLimit = 1_000_000;
