// Shoppers' pages load none of it: the sentences come with the replies.

/**
 * The closed list of error codes: what the API answers when it refuses or fails. Each has one plain sentence: what
 * happened and what to do. Never a stack trace, never SQL.
 *
 * SQL raises the same words (`raise sqlstate 'PT409' using message = 'out_of_stock'`), so a code
 * means one thing from the table to the page.
 */
export const errorMessage = {
  invalid_request: 'Some of the details are missing or not valid. Please check the marked fields.',
  invalid_json: 'The request could not be read. Please try again.',
  unknown_filter: 'Products cannot be filtered by this.',
  invalid_cursor: 'This page of the list cannot be found. Please start from the first page.',
  total_too_large: 'One card payment can be at most KES 99,999,999. Please split the order or write to us.',
  image_required: 'Add a picture',
  not_signed_in: 'Please sign in to continue.',
  bad_credentials: 'Invalid email or password',
  wrong_signature: 'The signature is missing or wrong.',
  forbidden: 'You are not allowed to do this.',
  wrong_password: 'This is not your current password.',
  password_required: 'Enter your password again to do this.',
  second_factor_required:
    'Enter the code of your authenticator app first: the dashboard and your account page ask for it.',
  wrong_code:
    'This code is not right, or was used already. Please enter the one that your app shows next; if it is refused too, let your phone set its clock by itself.',
  contact_mismatch: 'This is not the e-mail or phone number of this order.',
  not_found: 'We could not find what you asked for.',
  method_not_allowed: 'This address does not accept that kind of request.',
  email_taken: 'An account with this email already exists. Sign in instead.',
  out_of_stock: 'Some items are no longer in stock in the quantity you chose. Your cart is kept.',
  price_changed: 'A price has changed since you added the item. Please check the new total.',
  delivery_changed: 'The price of delivery has changed. Please check the new total.',
  product_unavailable: 'An item in your cart is no longer sold. Remove it to continue.',
  key_reused: 'This order was already sent with other details. Please submit it again.',
  order_closed: 'Nothing is due for this order: it is paid or closed already.',
  prompts_are_off: 'M-Pesa is off. Please pay in another way.',
  order_outdated:
    'This order is more than three days old, and a price or a product has changed since. Please place a new order.',
  payment_undecided:
    'Your payment is not confirmed yet. Please do not pay again: the order stays open until it is clear what the bank did.',
  money_received: 'Part of this order has been paid, so it cannot be cancelled here.',
  cancel_undecided:
    'It cannot be cancelled now: a payment for this order is not decided yet, or a task about its money is open.',
  refund_first:
    'Money was received for this order and is not recorded as refunded. Record the refund, then cancel the order.',
  payment_day_wrong: 'Please give a day within the last year, and not in the future.',
  statement_day_wrong:
    'A line of this file is of a day ten years away. Please check which column is the day, and how it is written.',
  refund_day_wrong: 'Please give the day of the refund: not before the payment, and not in the future.',
  refund_too_large: 'This is more than was received and not refunded yet.',
  refund_recorded: 'A refund of this payment with the same sum, day and reference is recorded already.',
  refund_reference_used:
    'A refund of another order has this reference already. If the bank sent both in one transfer, press the button once more; otherwise correct the reference.',
  refund_stands: 'Some of this payment was given back. Correct that refund first.',
  pieces_refunded:
    'More pieces than are left were refunded. Somebody else may have recorded some: please look at the order again.',
  pieces_split:
    'Some pieces of this line have been sent and some have not. Send the rest, or take the parcel back, before any of them are refunded.',
  pieces_returned: 'Pieces of this order came back with a refund, so what was sent stays recorded as sent.',
  pieces_packed: 'Some of these pieces are packed in a parcel. Take that parcel back first.',
  refund_has_pieces:
    'Pieces were taken back with this refund, so it cannot become 0. Enter what was given back for them.',
  share_refused: 'A cancelled order gets no money, and another one gives away only what is too much for it.',
  payment_recorded: 'A payment with this reference is recorded already. Search for it in Transactions.',
  payment_reference_used:
    'This may be a payment that is recorded already. If both came, press the button once more; otherwise search for it in Transactions.',
  payment_sum_differs:
    'Safaricom says that another sum came with this code. Please check the code and the sum.',
  payment_by_mpesa:
    'Safaricom has told of a payment with this code, so it came by M-Pesa. Choose M-Pesa, or check the code.',
  payment_month_closed:
    'This day is in an earlier month, which may be closed in the accounts. Somebody who may see statements records it.',
  withheld_too_large:
    'This is more than may be withheld of this order, with the certificates that it has. Please check the sum; somebody who may record refunds can record it.',
  refund_corrected:
    'This refund was corrected in the meantime, or its money came back. Please look at it again.',
  all_refunded: 'All money for this order was refunded, so it is not completed. You can cancel it.',
  payment_in_question:
    'Safaricom lists another sum for a payment of this order. Answer that task before anything is sent.',
  charged_back:
    'A statement of the bank takes money of this order back. Answer that line before anything is sent.',
  pieces_left:
    'This order is sent in parcels, and some of its pieces have not left yet. Send them, and the order is completed.',
  order_sent: 'Parcels of this order have been sent, so it cannot be cancelled.',
  shipment_unpaid: 'This order is not paid, so nothing of it is packed or sent.',
  shipment_reason_required: 'This order is not paid. Please say in some words why it leaves now.',
  shipment_completed:
    'This order is completed. Take the completion back first; then it can be sent in parcels.',
  shipment_meanwhile:
    'Somebody else has packed or taken back pieces of this order meanwhile. Look at what is left, then save again.',
  shipment_too_large: 'This is more than was ordered and is not in a parcel yet.',
  shipment_too_old: 'A parcel can be taken back for a day after it left the shop.',
  shipment_day_wrong:
    'Please give the day: not before the order or the day it was sent, and not in the future.',
  waybill_used: 'Another parcel with this carrier has this waybill already.',
  serial_used: 'One of these serial numbers is in another parcel already.',
  order_changed:
    'Somebody else has changed this order meanwhile. Look at what is different now, then save again.',
  accounts_differ:
    'Several accounts have ordered with this contact, so it is not clear whose terms these would be. Change the contact of the orders of another buyer, or give the terms to an organisation by its KRA PIN.',
  quotation_accepted: 'This quotation was accepted. Change its order instead.',
  quotation_changed: 'This quotation was changed since you opened it. Please look at what is different now.',
  quotation_expired: 'This quotation has expired. Please ask for a new one.',
  quotation_unavailable:
    'A product of this quotation is no longer sold, so it cannot be accepted. Please ask for a new one, or call us.',
  quotation_withdrawn: 'This quotation was withdrawn, so it cannot be accepted. Please ask for a new one.',
  change_closed: 'An order that is completed, cancelled or wholly refunded cannot be changed any more.',
  change_undecided:
    'It is not clear what was paid for this order: the bank has not decided, a statement takes money back, or a task about its money is open. Until that is clear, only the contact, the address and the county can be changed.',
  pieces_stay: 'Of a product that was packed, sent or refunded, at least those pieces stay in the order.',
  stock_is_held:
    'Some of these pieces are held for buyers who are paying now. Please try again when they have finished.',
  stock_meanwhile:
    'Pieces were sold, sent or booked since you counted. Look at the lines that are marked, then book again.',
  pieces_missing:
    'Fewer pieces would be left than are held for buyers who are paying now, or than are sold. Nothing is booked.',
  transition_refused: 'This has changed meanwhile. Reload the page to see what is possible now.',
  not_settled: 'The payment is not in a bank statement yet. By the settings, the goods leave when it is.',
  reason_required:
    'This order is large and its payment is not in a bank statement yet. Please say in some words why the goods leave now.',
  changed_meanwhile: 'Somebody else has changed this meanwhile. Reload the page before you save.',
  products_refused: 'Some of these products cannot be changed like this. Nothing was changed.',
  import_refused: 'Some of these rows cannot be written like this. Nothing was changed.',
  slug_taken: 'Another product has this address already. Please choose a different one.',
  follower_wrong:
    'A product cannot be replaced by one that it replaces itself, or that the shop does not have. Choose another one.',
  last_admin: 'The shop needs at least one admin. Make somebody else an admin first.',
  erase_later:
    'An order of this account is not finished, so its buyer is still needed. Erase the account when it is.',
  already_staff: 'Somebody of staff has this address already. Change their role in the list of people.',
  erase_staff: 'This is an account of staff. An admin has to end its access first.',
  email_unconfirmed: 'The e-mail address of this account is not confirmed yet.',
  reset_link_expired: 'This link has expired or was used already. Ask for a new one.',
  confirmation_link_expired: 'This link has expired, was used already or belongs to another account.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'The request must be sent as JSON.',
  too_many_requests: 'Too many attempts. Please wait a minute and try again.',
  // Any request can end like this, also one after a payment: it says nothing about money.
  internal: 'Something went wrong on our side. Please try again.',
  shop_busy: 'The shop is very busy at this moment, so this was not done. Please try again in a few seconds.',
  service_unavailable: 'The shop is not reachable at the moment. Please try again in a minute.',
} as const;

export type ErrorCode = keyof typeof errorMessage;

/** Of the codes that are no conflict with what the shop has. */
const otherStatus: Partial<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_json: 400,
  unknown_filter: 400,
  invalid_cursor: 400,
  total_too_large: 400,
  image_required: 400,
  refund_day_wrong: 400,
  shipment_day_wrong: 400,
  payment_day_wrong: 400,
  statement_day_wrong: 400,
  not_signed_in: 401,
  bad_credentials: 401,
  wrong_signature: 401,
  forbidden: 403,
  wrong_password: 403,
  password_required: 403,
  second_factor_required: 403,
  wrong_code: 403,
  contact_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  reset_link_expired: 410,
  confirmation_link_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  shop_busy: 503,
  service_unavailable: 503,
};

export const errorStatus = (code: ErrorCode): number => otherStatus[code] ?? 409;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorMessage, value);
}
