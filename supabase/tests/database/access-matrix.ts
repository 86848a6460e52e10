import type { AccessMatrix } from './try-everything.ts';

const productForm =
  'slug name category description price image_url pictures stock is_active brand model specs warranty_years weight_grams more_on replaced_by to_order is_service keywords';
const transactionColumns =
  'id order_id source amount status payment_method reference transaction_id recorded_by reversed_by reversal_reason response_data bank_status bank_amount_cents asked_at next_ask_at decided_at settled_on created_at updated_at';
const allWithAToken = { customer: '*', otherCustomer: '*', admin: '*' };
const nobody = {};

/** Without why a seller agreed on a price. */
const itemColumns =
  'id order_id product_id product_name quantity price list_price to_order awaited awaited_since created_at';

/**
 * Who reaches what, by the database's own rights and row-level security, whatever the shop's functions do. The row in
 * question is the customer's own where a row can be somebody's; the shop is its functions with the secret key, which
 * call functions and reach no table.
 *
 * `*`: every column. Names: these columns. `no row`: may ask, and reaches nothing. Not listed: refused.
 */
export const accessMatrix: AccessMatrix = {
  'private.gateway_answers': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.idempotency_keys': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.invariant_check': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.heartbeats': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.held_pieces': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.delivery_offers': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.open_money_tasks': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.open_lines': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.invariants': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.blocked_addresses': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.order_addresses': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.debts': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.customer_notes': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.paper_counters': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.papers': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.invoices_in_force': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.unissued_papers': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.paper_signatures': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.email_confirmations': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.message_events': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.sent_messages': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.message_rules': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.message_steps': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.order_causes': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.known_attempts': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.messages': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.former_slugs': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.permissions': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.product_figures': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.product_import_rows': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.product_texts': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.books': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.counting_shares': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.money': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.money_and_withheld': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.orders_partly_paid': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.orders_to_send': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.payments_at_bank': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.payments_of_orders': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.paybill_payments': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.expected_withheld': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.reductions': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.written_off_and_credited': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.refunds_of_orders': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shares': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.sold_lines': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.product_words': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.units': {
    select: { customer: '*', otherCustomer: '*', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.rate_counts': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.quotations': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.rate_limits': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.search_misses': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.settings': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shop_details': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.ordered_pieces': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.customer_terms': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.order_changes': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.refund_lines': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shipment_lines': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shipment_serials': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shipments': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.shown_products': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.sign_in_attempts': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.standing_refunds': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.status_transitions': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.recovery_codes': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.second_factors': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.staff_activity': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.verified_sign_ins': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.session_orders': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.sessions': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.statement_sums': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.stock_entries': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.stock_holds': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.stock_movements': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.bank_holidays': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: { admin: 'day name source' },
    update: { customer: 'no row', otherCustomer: 'no row', admin: 'day name source' },
    delete: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
  },
  'public.bank_statements': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.carts': {
    select: { customer: '*', otherCustomer: 'no row', admin: 'no row' },
    insert: { customer: '*' },
    update: { customer: '*', otherCustomer: 'no row', admin: 'no row' },
    delete: nobody,
  },
  'public.delivery_counties': {
    select: allWithAToken,
    insert: nobody,
    update: {
      customer: 'no row',
      otherCustomer: 'no row',
      admin: 'zone days_from days_to same_day_before low high free_above fixed_price',
    },
    delete: nobody,
  },
  'public.history': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.named_history': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.order_items': {
    select: { customer: itemColumns, otherCustomer: 'no row', admin: itemColumns },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.order_notes': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: { admin: 'id order_id text' },
    update: nobody,
    delete: nobody,
  },
  'public.orders': {
    select: { customer: '*', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.owner_tasks': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.product_imports': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.attributes': {
    select: allWithAToken,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.products': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: { admin: `id ${productForm}` },
    update: { customer: 'no row', otherCustomer: 'no row', admin: productForm },
    delete: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
  },
  'public.refunds': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.product_vat': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'private.vat_rates': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.search_synonyms': {
    select: nobody,
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.statement_lines': {
    select: { customer: 'no row', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.transactions': {
    // All but the trace.
    select: { customer: 'no row', otherCustomer: 'no row', admin: transactionColumns },
    insert: nobody,
    update: nobody,
    delete: nobody,
  },
  'public.users': {
    select: { customer: '*', otherCustomer: 'no row', admin: '*' },
    insert: nobody,
    update: { customer: 'name phone address', otherCustomer: 'no row', admin: 'no row' },
    delete: nobody,
  },
};

const readsOrders = {
  'public.orders': { select: '*' },
  'public.order_items': { select: itemColumns },
  'public.order_notes': { select: '*', insert: 'id order_id text' },
  'public.product_vat': { select: '*' },
};
const readsProducts = { 'public.products': { select: '*' } };
const readsPayments = {
  'public.transactions': { select: transactionColumns },
  'public.owner_tasks': { select: '*' },
  'public.refunds': { select: '*' },
};

/** What each role of staff reaches besides, by `private.permissions`. They write by functions; see staff-roles.test.ts. */
export const staffMatrix = {
  sales: { ...readsOrders, ...readsProducts, ...readsPayments },
  warehouse: { ...readsOrders, ...readsProducts },
  accounts: {
    ...readsOrders,
    ...readsProducts,
    ...readsPayments,
    'public.bank_holidays': { select: '*' },
    'public.bank_statements': { select: '*' },
    'public.statement_lines': { select: '*' },
  },
};
