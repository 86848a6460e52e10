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
