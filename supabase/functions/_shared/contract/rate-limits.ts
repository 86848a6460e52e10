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
  | 'ask_quotation'
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
  /** Lists of more products than a page of the shop has, where no cache has them. */
  | 'whole_list'
  /** One order, quotation or what waits, of one buyer. */
  | 'read_order'
  | 'list_orders'
  | 'make_paper'
  | 'change_profile'
  /** Messages that anybody can cause at no cost. */
  | 'free_message'
  /** Such messages where staff cause them. */
  | 'staff_message'
  /** Mails about the safety of an account. */
  | 'notice'
  /** Mails to the owner; beyond it several become one. */
  | 'owner_mail';

/**
 * What is counted by: the caller's address, session or account, or the e-mail, phone or order that was named.
 * `address_day`: the address over a longer time. `strangers`: all who name an order, e-mail or account from where its owner
 * is not known. `attempt`: wrong passwords in a row. `cause`: who causes messages, an account or a network address. `all`: everybody together.
 */
export type LimitSubject =
  | 'address'
  | 'address_day'
  | 'session'
  | 'account'
  | 'email'
  | 'phone'
  | 'order'
  | 'strangers'
  | 'attempt'
  | 'cause'
  | 'all';
