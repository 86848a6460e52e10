import type { ErrorCode } from './errors.ts';

// Apart from errors.ts, which every page loads: the sentences come with the replies.

/** One plain sentence per code: what happened and what to do. Never a stack trace, never SQL. */
export const errorMessage: Record<ErrorCode, string> = {
  invalid_request: 'Some of the details are missing or not valid. Please check the marked fields.',
  invalid_json: 'The request could not be read. Please try again.',
  unknown_filter: 'Products cannot be filtered by this.',
  invalid_cursor: 'This page of the list cannot be found. Please start from the first page.',
  total_too_large: 'One card payment can be at most KES 99,999,999. Please split the order or write to us.',
  image_required: 'Image URL is required',
  not_signed_in: 'Please sign in to continue.',
  bad_credentials: 'Invalid email or password',
  wrong_signature: 'The signature is missing or wrong.',
  forbidden: 'You are not allowed to do this.',
  wrong_password: 'This is not your current password.',
  password_required: 'Enter your password again to do this.',
  second_factor_required: 'Open the dashboard and enter the code of your authenticator app to continue.',
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
  order_outdated:
    'This order is more than three days old, and a price or a product has changed since. Please place a new order.',
  payment_undecided:
    'Your payment is not confirmed yet. Please do not pay again: the order stays open until it is clear what the bank did.',
  money_received: 'Part of this order has been paid, so it cannot be cancelled here.',
  cancel_undecided:
    'The bank has not decided about a payment for this order, or a task about its money is open. Cancel the order when that is clear.',
  refund_first:
    'Money was received for this order and is not recorded as refunded. Record the refund, then cancel the order.',
  refund_day_wrong: 'Please give the day of the refund: not before the payment, and not in the future.',
  refund_too_large: 'This is more than was received and not refunded yet.',
  refund_recorded: 'A refund of this payment with the same sum, day and reference is recorded already.',
  refund_not_whole: 'This order is not paid yet, so a part of its price is refunded as a whole.',
  refund_corrected: 'Somebody else has corrected this refund in the meantime. Please look at it again.',
  all_refunded: 'All money for this order was refunded, so it is not completed. You can cancel it.',
  taken_back:
    'A statement of the bank takes money of this order back. Answer that line before anything is sent.',
  stock_is_held:
    'Some of these pieces are held for buyers who are paying now. Please try again when they have finished.',
  transition_refused: 'This is not possible in its current state.',
  not_settled:
    'The payment is approved, but no bank statement lists it yet. The settings let orders be completed only once they are settled.',
  reason_required:
    'This order is large and its payment is not settled yet. Please give the reason for completing it now.',
  changed_meanwhile: 'Somebody else has changed this meanwhile. Reload the page before you save.',
  products_refused: 'Some of these products cannot be changed like this. Nothing was changed.',
  import_refused: 'Some of these rows cannot be written like this. Nothing was changed.',
  slug_taken: 'Another product has this address already. Please choose a different one.',
  last_admin: 'The shop needs at least one admin. Make somebody else an admin first.',
  erase_later:
    'An order of this account is not finished, so its buyer is still needed. Erase the account when it is.',
  erase_admin: 'This account is an admin. Give up the admin role first.',
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
};
