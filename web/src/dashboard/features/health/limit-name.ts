import type { LimitedAction, LimitSubject } from '@contract/rate-limits.ts';

const actions: Record<LimitedAction, string> = {
  sign_in: 'Signing in',
  second_factor: 'Codes of an authenticator app, and recovery codes',
  register: 'New accounts',
  password_mail: 'Mails for a forgotten password',
  new_password: 'New passwords',
  confirmation_mail: 'Mails that confirm an e-mail address',
  export_account: 'Downloading what is stored about an account',
  place_order: 'Placing orders',
  ask_quotation: 'Asking for quotations',
  pay_order: 'Going to the bank to pay',
  check_payment: 'Asking whether a payment has arrived',
  ask_bank: 'Queries to the bank about payments',
  find_order: 'Looking up an order',
  claim_order: 'Adding a guest’s order to an account',
  open_link: 'Opening the short link of an order',
  search: 'Searching',
  filter: 'Filtering products',
  whole_list: 'Listing all products',
  read_order: 'Opening orders and quotations',
  list_orders: 'Listing own orders',
  make_paper: 'Opening PDFs of orders and quotations',
  change_profile: 'Changes of a profile',
  free_message: 'Messages that cost nothing to cause',
  staff_message: 'Messages that staff have sent',
  notice: 'Mails about the safety of an account',
  owner_mail: 'Mails to the owner, of which several become one',
};

const subjects: Record<LimitSubject, string> = {
  address: 'from one network address',
  address_day: 'from one network address in a day',
  session: 'in one browser',
  account: 'by one account',
  email: 'for one e-mail address',
  phone: 'for one phone number',
  order: 'about one order',
  strangers: 'about one order, address or account, by all who are not known to be its owner',
  cause: 'by one account or network address',
  attempt: 'with wrong passwords in a row, before each has to wait longer',
  all: 'in all',
};

/** The name of a limit: "Signing in, from one network address". */
export function limitName({ action, subject }: { action: LimitedAction; subject: LimitSubject }): string {
  return `${actions[action]}, ${subjects[subject]}`;
}
