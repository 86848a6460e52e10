import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { MessageRow } from '../../functions/_shared/contract/admin-messages.ts';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import type { StaffQuotation } from '../../functions/_shared/contract/quotations.ts';
import type { ClaimedMessages } from '../../functions/_shared/contract/messages.ts';
import { differences } from '../reply-types.ts';
import {
  approved,
  as,
  type Character,
  newProduct,
  newSession,
  newSid,
  orderRequest,
  place,
  type Placed,
  bankDecides,
  shop,
  statementColumns,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { providers } from './message-scene.ts';

const sql = openTestDatabase();

const replies: { name: string; reply: unknown }[] = [];

/** Calls a SQL function with named parameters and keeps its reply. */
async function reply<T = unknown>(
  who: Character,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<T> {
  const names = Object.keys(parameters).map((parameter, i) => `${parameter} => $${i + 1}`);
  const sent = await as(sql, who, async (t) => {
    const [row] = await t.unsafe<{ reply: T }[]>(
      `select public.${name}(${names.join(', ')}) as reply`,
      Object.values(parameters) as never[],
    );
    return row?.reply as T;
  });
  replies.push({ name, reply: sent });
  return sent;
}

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
let product: { id: string };
beforeAll(async () => {
  product = await newProduct(sql, { price: 1000, stock: 50 });
});

const today = nairobiDay();
const line = () => ({ productId: product.id, quantity: 2, price: 1000 });
const orderOf = (sid: string) => ({
  p_sid: sid,
  p_key: randomUUID(),
  p_request_hash: 'hash',
  p_request: orderRequest([line()]),
  p_session_days: 60,
});
const placeOrder = (sid: string) => reply<Placed>(shop, 'place_order', orderOf(sid));

describe('each SQL function that returns JSON is called, with and without data:', () => {
  it('an order from the cart to the customer', async () => {
    const sid = newSid();
    const tokens = {
      userId: ada.userId,
      signInId: null,
      sealedTokens: 'v1.a.b',
      accessExpiresAt: 1_800_000_000,
    };
    await as(sql, shop, (t) => t`select public.open_session(${sid}, ${t.json(tokens)}, 60)`);
    for (const session of [sid, await newSession(sql, undefined), newSid()])
      await reply(shop, 'read_session', { p_sid: session, p_days: 60 });
    for (const person of [ada.userId, randomUUID()])
      await reply(shop, 'second_factor_of', { p_user_id: person, p_session_id: randomUUID() });
    for (const session of [sid, await newSession(sql, undefined), newSid()])
      await reply(shop, 'list_sessions', { p_sid: session });
    await reply(ada, 'merge_cart', {
      p_token: randomUUID(),
      p_items: [{ productId: product.id, quantity: 2 }],
    });
    const paid = await placeOrder(sid);
    for (let i = 0; i < 2; i += 1) await reply(shop, 'transaction_to_ask', { p_order_id: paid.order.id });
    await reply(shop, 'return_to_ask', { p_trace: paid.transaction.trace });
    await reply(shop, 'decide_payment', { p_trace: paid.transaction.trace, p_answer: null });
    await reply(shop, 'decide_payment', {
      p_trace: paid.transaction.trace,
      p_answer: { ...approved(paid), cardNumber: '4242........4242', bankReference: 'B1' },
      p_asked_by: 'return',
    });
    await reply(shop, 'claim_transactions_to_ask', { p_limit: 5 });
    const promptedIn = await newSession(sql);
    const prompted = await placeOrder(promptedIn);
    await sql`update private.settings set prompts_are_on = true where true`;
    await reply(shop, 'pay_again', {
      p_sid: promptedIn,
      p_order_id: prompted.order.id,
      p_phone: '254712345678',
    });
    const [prompt] = await sql<{ id: string; trace: string }[]>`
      select id, trace from public.transactions where order_id = ${prompted.order.id} and phone is not null`;
    await reply(shop, 'note_prompt_result', {
      p_trace: prompt?.trace ?? '',
      p_told: { checkoutId: 'ws_CO_1', code: '1037', receipt: null, cents: null },
    });
    await sql`update public.transactions set asking_until = null where id = ${prompt?.id ?? ''}`;
    await reply(shop, 'ask_of_transaction', { p_transaction_id: prompt?.id ?? '' });
    const failed = await placeOrder(sid);
    await reply(shop, 'decide_payment', {
      p_trace: failed.transaction.trace,
      p_answer: approved(failed, { status: '4', description: 'Denied' }),
    });
    await reply(shop, 'pay_again', { p_sid: sid, p_order_id: failed.order.id });
    const other = await newSession(sql);
    const { order, transaction } = await placeOrder(other);
    const seen = { p_sid: other, p_order_id: order.id };
    const refused = (trace: string) => ({ p_trace: trace, p_answer: { trace, status: '4' } });
    for (let i = 0; i < 2; i += 1) await reply(shop, 'check_payment', seen);
    await reply(shop, 'check_payment', { ...seen, p_sid: '' });
    await reply(shop, 'decide_checked_payment', { ...seen, ...refused(transaction.trace) });
    await reply(shop, 'decide_checked_payment', { ...seen, ...refused(transaction.trace), p_sid: '' });
    const second = await reply<Placed>(shop, 'begin_payment', seen);
    await reply(shop, 'begin_payment', seen);
    const next = { ...seen, ...refused(second.transaction.trace) };
    const third = await reply<Placed>(shop, 'decide_and_pay_again', next);
    await reply(shop, 'decide_and_pay_again', { ...seen, p_trace: third.transaction.trace, p_answer: null });
    const limited = { p_address_hash: 'somewhere', p_sid: newSid() };
    const counted = await reply<Placed>(shop, 'place_order_within_limits', {
      ...orderOf(''),
      ...limited,
      p_new_sid: limited.p_sid,
    });
    const mine = { ...limited, p_order_id: counted.order.id };
    for (let i = 0; i < 2; i += 1) await reply(shop, 'check_payment_within_limits', mine);
    await reply(shop, 'begin_payment_within_limits', mine);
    const quotation = { p_id: randomUUID(), p_address_hash: 'somewhere', p_sid: '' };
    const { lines: quoted } = await reply<StaffQuotation>(shop, 'ask_for_quotation_within_limits', {
      ...quotation,
      p_request: {
        name: 'Ada',
        email: 'ada@example.com',
        county: '047',
        items: [line()],
        company: { name: 'County', pin: 'P051234567X' },
      },
    });
    const byDesk = await reply<StaffQuotation>(admin, 'quote_as_staff', {
      p_id: randomUUID(),
      p_request: {
        accountId: null,
        name: 'Ada',
        email: null,
        phone: '+254712345678',
        company: null,
        address: 'Westlands',
        county: '047',
        deliveryPrice: null,
        items: [line()],
        lines: [{ ...line(), reason: null }],
      },
    });
    await reply(admin, 'list_quotations');
    for (const p_id of [quotation.p_id, randomUUID()]) {
      await reply(admin, 'quotation_as_staff', { p_id });
      await reply(shop, 'quotation_by_link', { p_id });
      await reply(shop, 'quotation_paper', { p_id });
    }
    const changed = await reply<StaffQuotation>(admin, 'change_quotation', {
      p_id: quotation.p_id,
      p_version: 1,
      p_request: {
        lines: quoted.map((one) => ({ ...one, price: 999, reason: 'Agreed' })),
        county: '047',
        deliveryPrice: 5,
        note: 'Agreed',
        paymentTerms: '',
        termsDays: 30,
        deliveryTime: '',
        lastDay: today,
        isWithdrawn: false,
      },
    });
    const { totalAmount: _, ...contact } = orderRequest([]).orderData;
    await reply(admin, 'accept_quotation_as_staff', {
      p_id: byDesk.id,
      p_version: byDesk.version,
      p_details: contact,
    });
    const acceptance = {
      ...quotation,
      p_new_sid: newSid(),
      p_details: contact,
      p_session_days: 60,
      p_version: changed.version,
    };
    for (let i = 0; i < 2; i += 1) await reply(shop, 'accept_quotation_within_limits', acceptance);
    await reply(shop, 'quotation_by_link', { p_id: quotation.p_id });
    await reply(admin, 'quotation_as_staff', { p_id: quotation.p_id });
    await reply(shop, 'accept_quotation_within_limits', { ...acceptance, p_id: randomUUID() });
    await reply(shop, 'ask_for_quotation_within_limits', { ...quotation, p_request: {} });
    await reply(shop, 'open_orders', { p_sid: sid });
    await reply(shop, 'holds_of_same_buyer', { p_sid: sid });
    const unwanted = await placeOrder(sid);
    await reply(shop, 'cancel_unpaid_order', { p_sid: sid, p_order_id: unwanted.order.id });
    await reply(shop, 'visible_order', { p_sid: sid, p_order_id: paid.order.id });
    for (const kind of ['proforma', 'invoice'])
      await reply(shop, 'papers_of_order', { p_sid: sid, p_order_id: paid.order.id, p_kind: kind });
    await reply(shop, 'papers_of_order', { p_sid: '', p_order_id: paid.order.id, p_kind: 'invoice' });
    await reply(shop, 'visible_order', { p_sid: '', p_order_id: paid.order.id, p_link_version: 1 });
    await reply(shop, 'visible_order', { p_sid: '', p_order_id: randomUUID() });
    await reply(shop, 'renew_order_link', { p_sid: sid, p_order_id: paid.order.id });
    for (const userId of [ada.userId, randomUUID()]) {
      await reply(shop, 'account_export', { p_user_id: userId });
      await reply(shop, 'erasure_obstacles', { p_user_id: userId });
    }
    await reply(shop, 'links_of_number', { p_number: paid.order.id.slice(-8) });
    for (const contact of [{ email: 'ada@example.com' }, { phone: '' }]) {
      await reply(shop, 'find_order', {
        p_number: paid.order.id.slice(-8),
        p_contact: contact,
      });
    }
    const guestSid = await newSession(sql);
    const guests = await placeOrder(guestSid);
    await sql`update private.sessions set sess = ${sql.json(tokens)} where sid = ${guestSid}`;
    for (const contact of [{ phone: '' }, { email: 'ada@example.com' }]) {
      await reply(shop, 'claim_order', {
        p_sid: guestSid,
        p_order_id: guests.order.id,
        p_contact: contact,
      });
    }
    await reply(shop, 'list_session_orders', { p_sid: sid });
    await reply(ada, 'list_my_orders');
    await reply(admin, 'add_order_note', { p_order_id: paid.order.id, p_id: randomUUID(), p_text: 'Packed' });
    await reply(admin, 'order_details', { p_order_id: failed.order.id });
    const { shipping } = await reply<OrderDetails>(admin, 'order_details', { p_order_id: paid.order.id });
    const { changing } = await reply<OrderDetails>(admin, 'order_details', { p_order_id: paid.order.id });
    const { lines, ...orderData } = changing;
    const items = lines.map(({ productId, quantity, price }) => ({
      productId,
      quantity: quantity + 1,
      price,
    }));
    await reply(admin, 'change_order', {
      p_id: randomUUID(),
      p_order_id: paid.order.id,
      p_version: changing.version,
      p_request: { items, orderData },
      p_is_preview: true,
    });
    await reply(admin, 'change_order', {
      p_id: randomUUID(),
      p_order_id: paid.order.id,
      p_version: changing.version,
      p_request: {
        items: lines,
        orderData: { ...orderData, customerName: 'Ada King', county: '047' },
      },
    });
    await reply(admin, 'order_details', { p_order_id: paid.order.id });
    await reply(admin, 'pick_list', { p_order_ids: [paid.order.id] });
    const shipmentId = randomUUID();
    await reply(admin, 'record_shipment', {
      p_id: shipmentId,
      p_order_id: paid.order.id,
      p_lines: Object.entries(shipping.toShip).map(([itemId, quantity]) => ({
        itemId,
        quantity,
        serials: [itemId],
      })),
      p_seen: shipping.toShip,
      p_status: 'sent',
      p_carrier: 'G4S',
      p_waybill: shipmentId.slice(0, 25),
    });
    await reply(admin, 'order_details', { p_order_id: paid.order.id });
    await reply(admin, 'advance_shipment', { p_id: shipmentId, p_status: 'taken_back' });
    await reply(admin, 'advance_order', { p_order_id: paid.order.id, p_status: 'completed' });
    await reply(admin, 'order_details', { p_order_id: paid.order.id });
    await reply(admin, 'order_details', { p_order_id: randomUUID() });
    await reply(admin, 'book_stock', {
      p_id: randomUUID(),
      p_kind: 'received',
      p_supplier: 'Guideline Geo',
      p_reference: '',
      p_lines: [{ productId: product.id, quantity: 1, costCents: 100 }],
    });
    for (const vatClass of ['exempt', 'standard']) {
      await reply(admin, 'set_product_vat', {
        p_product_id: product.id,
        p_class: vatClass,
        p_evidence: 'Seen',
      });
      await reply(admin, 'vat_of_product', { p_product_id: product.id });
    }
    await reply(admin, 'find_stock', { p_ids: [product.id] });
    await reply(admin, 'find_stock', { p_search: 'no such thing' });
    await reply(admin, 'list_stock_movements', { p_product_id: product.id });
  });

  it('money that does not fit its order', async () => {
    const placed = await placeOrder(await newSession(sql));
    await reply(shop, 'decide_payment', {
      p_trace: placed.transaction.trace,
      p_answer: approved(placed, { amountCents: '100' }),
    });
    const [transaction] = await sql<{ id: string }[]>`
      select id from public.transactions where order_id = ${placed.order.id}`;
    const [task] = await sql<{ id: string }[]>`
      select id from public.owner_tasks where order_id = ${placed.order.id}`;
    await reply(admin, 'list_owner_tasks');
    await reply(admin, 'order_details', { p_order_id: placed.order.id });
    await reply(admin, 'transaction_evidence', { p_id: transaction?.id });
    await reply(admin, 'transaction_evidence', { p_id: randomUUID() });
    await reply(admin, 'transaction_by_id', { p_transaction_id: transaction?.id });
    await reply(admin, 'owner_alerts');
    await reply(admin, 'waiting_counts');
    await reply(admin, 'shop_settings');
    await reply(admin, 'shop_details');
    await reply(admin, 'shop_text', { p_page: 'terms' });
    await reply(admin, 'shop_text', { p_page: 'other' });
    await reply(admin, 'list_message_rules');
    await reply(admin, 'change_message_rule', { p_kind: 'order_paid', p_changes: {}, p_seen: {} });
    const lines = [
      { line: 2, day: today, bankIndex: randomUUID(), reference: 'x', amountCents: 5, feeCents: 1 },
    ];
    await reply(admin, 'preview_bank_statement', { p_lines: lines });
    await reply(admin, 'preview_bank_statement', { p_lines: [] });
    await reply(admin, 'import_bank_statement', {
      p_id: randomUUID(),
      p_file_name: 'bank.csv',
      p_columns: statementColumns,
      p_lines: lines,
    });
    for (const { id } of await sql<{ id: string }[]>`select id from public.bank_statements limit 5`)
      await reply(admin, 'lines_of_statement', { p_statement_id: id });
    const { openLines } = await reply<StatementsOverview>(admin, 'statements_overview');
    await reply(admin, 'close_statement_line', { p_line_id: openLines.rows.at(-1)?.id, p_reason: 'Unknown' });
    await reply(shop, 'request_email_confirmation', {
      p_user_id: ada.userId,
      p_email: `${randomUUID()}@example.com`,
    });
    const claim = () =>
      reply<ClaimedMessages>(shop, 'claim_messages', { p_providers: providers, p_limit: 1000 });
    // The job of the running shop may have claimed it already.
    await sql`
      update private.messages set state = 'waiting', next_attempt_at = now(), lease = null, finished_at = null
      where order_id = ${placed.order.id}`;
    const [message] = (await claim()).messages;
    await as(
      sql,
      shop,
      (t) => t`select public.store_message_content(${message?.id ?? ''}, ${message?.lease ?? ''},
      ${t.json({ subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })})`,
    );
    await sql`update private.messages set next_attempt_at = now() where id = ${message?.id ?? ''}`;
    expect((await claim()).messages.find(({ id }) => id === message?.id)?.content).not.toBeNull();
    await claim();
    const [listed] = (
      await reply<PageOfRows<MessageRow>>(admin, 'list_messages', { p_filter: {}, p_limit: 2 })
    ).rows;
    await reply(admin, 'message_detail', { p_id: listed?.id });
    await reply(admin, 'message_detail', { p_id: '00000000-0000-4000-8000-000000000000' });
    const about = { p_id: message?.id };
    await sql`update private.messages set state = 'failed', next_attempt_at = null, finished_at = now() where id = ${message?.id ?? ''}`;
    await reply(admin, 'take_message_step', { ...about, p_step: 'dismissed', p_detail: 'By phone' });
    await sql`insert into private.sent_messages values ('resend', ${randomUUID()}, ${message?.id ?? ''}, 1, ${message?.recipient ?? ''})`;
    const [sent] = await sql<{ providerId: string }[]>`
      select provider_id as "providerId" from private.sent_messages where message_id = ${message?.id ?? ''}`;
    const bounce = { id: randomUUID(), providerId: sent?.providerId, report: 'bounced', reason: null };
    await reply(shop, 'record_message_events', { p_provider: 'resend', p_events: [bounce] });
    await reply(admin, 'message_detail', about);
    await reply(admin, 'messages_to_send_again', {});
    await reply(admin, 'take_message_step', { ...about, p_step: 'address unblocked' });
    await reply(admin, 'take_message_step', { ...about, p_step: 'sent again' });
    await reply(admin, 'take_message_step', { ...about, p_step: 'stopped' });
    await reply(admin, 'change_settings', { p_changes: {}, p_seen: {} });
    await reply(admin, 'change_shop_details', { p_changes: {}, p_seen: {} });
    await reply(admin, 'close_owner_task', {
      p_task_id: task?.id,
      p_outcome: 'partial_payment',
      p_reason: 'A part',
    });
    await reply(admin, 'order_details', { p_order_id: placed.order.id });
    const refundId = randomUUID();
    await reply(admin, 'record_refund', {
      p_id: refundId,
      p_transaction_id: transaction?.id,
      p_amount_cents: 100,
      p_day: today,
      p_bank_reference: 'FT1',
      p_reason: 'Paid back',
      p_is_sure: true,
    });
    const correctionId = randomUUID();
    await reply(admin, 'correct_refund', {
      p_id: correctionId,
      p_refund_id: refundId,
      p_amount_cents: 100,
      p_day: today,
      p_bank_reference: 'FT2',
      p_reason: 'Mistyped',
      p_is_sure: true,
    });
    const paymentId = randomUUID();
    await reply(admin, 'record_payment', {
      p_id: paymentId,
      p_order_id: placed.order.id,
      p_method: 'cash',
      p_reference: '',
      p_amount: 100,
      p_day: today,
    });
    await reply(admin, 'transaction_evidence', { p_id: paymentId });
    await reply(admin, 'reverse_payment', { p_transaction_id: paymentId, p_reason: 'Another order’s' });
    await reply(admin, 'record_refund_back', {
      p_id: randomUUID(),
      p_refund_id: correctionId,
      p_amount_cents: 100,
      p_day: today,
      p_bank_reference: 'FT3',
      p_reason: 'The account was closed',
    });
    // One transfer for several orders, of which a rest is for none; what of it is given back is of no order either.
    const transferId = randomUUID();
    const share = { orderId: placed.order.id, cents: 5000 };
    await reply(admin, 'record_payment', {
      p_id: transferId,
      p_order_id: null,
      p_method: 'transfer',
      p_reference: transferId.slice(-12),
      p_amount: 200,
      p_day: today,
      p_shares: [share],
    });
    await reply(admin, 'orders_to_pay', { p_transaction_id: transferId });
    await reply(admin, 'share_payment', {
      p_id: randomUUID(),
      p_transaction_id: transferId,
      p_shares: [share],
    });
    await reply(admin, 'transaction_evidence', { p_id: transferId });
    await reply(admin, 'reduce_order', {
      p_id: randomUUID(),
      p_order_id: placed.order.id,
      p_cause: 'price_cut',
      p_cents: 100,
      p_reason: 'A scratch',
    });
    await reply(admin, 'reverse_payment', {
      p_transaction_id: transferId,
      p_reason: 'Sent back',
      p_cause: 'payment',
    });
    await reply(admin, 'statements_overview');
    await reply(admin, 'order_details', { p_order_id: placed.order.id });
    const { items, orderData } = orderRequest([line()], 1800);
    const sold = await reply<{ id: string }>(admin, 'place_order_as_staff', {
      p_id: randomUUID(),
      p_request: {
        items,
        orderData: { ...orderData, holdHours: 1 },
        specialPrices: { [product.id]: { price: 900, reason: 'Agreed by phone' } },
      },
    });
    await reply(admin, 'order_details', { p_order_id: sold.id });
  });

  it('products', async () => {
    const made = await reply<{ id: string; slug: string }>(admin, 'create_product', {
      p_product: { name: `Auger ${randomUUID()}`, category: 'fridges', price: 5000, stock: 1 },
    });
    await reply(admin, 'update_product', {
      p_id: made.id,
      p_changes: { price: 6000, specs: [{ label: 'Depth', value: '300 m' }], rating: 4, brand: 'ABEM' },
    });
    const [change] = await sql<{ id: string }[]>`
      select id from public.named_history where row_id = ${made.id} and operation = 'update' order by id desc limit 1`;
    await reply(admin, 'undo_product_change', { p_history_id: change?.id });
    await reply(admin, 'change_products', {
      p_changes: [{ id: made.id, seen: { stock: 1 }, set: { stock: 2 } }],
    });
    await reply(admin, 'products_by_ids', { p_ids: [made.id] });
    await reply(admin, 'products_by_slugs', { p_slugs: [made.slug] });
    await reply(admin, 'list_history', { p_table: 'products', p_row_ids: [made.id] });
    await reply(admin, 'list_county_settings');
    for (const name of ['abem-terrameter-sas-1000', made.slug, 'nothing'])
      await reply(shop, 'product_page', { p_name: name });
    await reply(shop, 'product_index');
    for (const query of ['terrameter', 'xylophone solars'])
      await reply(shop, 'search_products', { p_query: query });
    for (const filter of [{ category: 'batteries' }, { category: 'boats' }]) {
      await reply(shop, 'list_products', { p_filter: filter, p_limit: 2 });
      await reply(shop, 'list_products', { p_filter: filter, p_limit: 2, p_count: true });
      await reply(shop, 'product_facets', { p_filter: filter });
    }
    await reply(shop, 'list_delivery_counties');
    for (const county of [null, '042', '047'])
      await reply(shop, 'delivery_quote', {
        p_items: [{ productId: made.id, quantity: 1 }],
        p_county: county,
      });
    await reply(shop, 'fit_sheets', {});
    await reply(shop, 'shown_products_by_ids', { p_ids: [made.id] });
    await as(sql, shop, (t) => t`select public.record_search_miss('ice machine')`);
    await reply(admin, 'list_search_misses');
    for (const typed of ['victron in', 'xylophone solars'])
      await reply(shop, 'suggest_products', { p_query: typed });
    for (const value of ['5.12 kWh', 'plenty'])
      await reply(admin, 'review_data_sheet', {
        p_category: 'batteries',
        p_specs: [{ label: 'Energy', value }],
      });
    await reply(admin, 'find_products', { p_search: 'auger' });
    await reply(admin, 'find_products', { p_search: 'nothing is called this' });
    const imported = { p_id: randomUUID(), p_file_name: 'prices.csv', p_unchanged: 0 };
    await reply(admin, 'import_products', {
      ...imported,
      p_rows: [{ line: 2, id: made.id, seen: { price: 5000 }, set: { price: 7000 } }],
      p_columns: { heads: ['Model', 'KES'], product: 'Model', price: 'KES', stock: null, round: 50 },
    });
    await reply(admin, 'remembered_columns');
    await reply(admin, 'match_products', { p_names: [made.slug] });
    await reply(admin, 'list_product_imports');
    await reply(admin, 'prices_before_import', { p_id: imported.p_id });
    await reply(admin, 'undo_product_import', { p_id: imported.p_id });
    await reply(admin, 'delete_product', { p_id: made.id });
    await reply(admin, 'restore_product', { p_id: made.id });
  });

  it('the dashboard’s lists and figures', async () => {
    await reply(admin, 'admin_stats');
    for (const step of ['hour', 'day', 'month'])
      await reply(admin, 'stats_of_period', { p_from: today, p_to: today, p_step: step });
    for (const list of ['sales_report', 'list_sold_payments', 'list_sold_lines', 'list_issued_papers'])
      for (const from of [today, '2020-01-01']) await reply(admin, list, { p_from: from, p_to: from });
    for (const from of [today, '2020-01-01'])
      await reply(admin, 'list_etims_sales', { p_from: from, p_to: from });
    await reply(admin, 'enter_etims', { p_entry: { number: 'INV-2020-00001' } });
    await reply(admin, 'bank_against_shop_of_day', { p_day: today });
    await reply(admin, 'bank_against_shop_of_day', { p_day: '2020-01-01' });
    await reply(admin, 'broken_invariants');
    await reply(shop, 'shop_health');
    await reply(admin, 'list_users');
    await reply(admin, 'my_profile');
    await reply(admin, 'invite_staff', { p_name: 'Atieno', p_email: 'atieno@example.com', p_role: 'sales' });
    await reply(admin, 'list_invitations');
    await reply(admin, 'withdraw_invitation', { p_id: randomUUID() });
    await reply({ role: 'authenticated', userId: randomUUID() }, 'my_profile');
    await reply(admin, 'find_people', { p_search: 'ada' });
    await reply(admin, 'find_buyers', { p_search: 'ada' });
    await customerReplies();
    await reply(admin, 'set_user_role', { p_user_id: ada.userId, p_role: 'customer' });
    for (const list of ['list_all_orders', 'list_order_page', 'list_transactions', 'list_transaction_page'])
      await reply(admin, list);
    await reply(admin, 'export_orders', { p_limit: 1 });
    await reply(admin, 'export_orders', { p_filter: { text: 'nothing is called this' } });
  });
});

/** Of a buyer with a note, of an organisation, and of what is not there. */
async function customerReplies(): Promise<void> {
  const mark = randomUUID().slice(0, 8);
  const product = await newProduct(sql, { name: `Auger ${mark}` });
  const phone = `+25471${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const ordered: string[] = [];
  for (const at of ['one', 'two', 'three']) {
    const details = {
      customerEmail: `${at}-${mark}@example.com`,
      customerPhone: phone,
      customerName: `Njeri ${mark}`,
      company: at === 'three' ? { name: 'Kisumu Water', pin: 'P051234567X', purchaseOrder: null } : null,
    };
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { details });
    await bankDecides(sql, placed.transaction.trace, approved(placed, { bankReference: `BR-${mark}` }));
    ordered.push(placed.order.id);
  }
  const [first, , third] = ordered;
  await reply(admin, 'add_customer_note', { p_order_id: first, p_id: randomUUID(), p_text: 'Pays late' });
  const terms = { p_days: 30, p_limit: 1000 };
  await reply(admin, 'set_customer_terms', { p_id: third, ...terms });
  await reply(admin, 'set_customer_terms', { p_name: mark, p_pin: 'P051234569X', ...terms });
  for (const p_pin of ['P051234567X', 'P000000000X'])
    await reply(admin, 'terms_of_buyer', { p_account: null, p_pin });
  await reply(admin, 'issue_invoice', { p_order_id: third });
  await reply(admin, 'note_withheld', { p_order_id: third, p_method: 'withheld_vat', p_cents: 0 });
  for (const id of [first, third, randomUUID()]) await reply(admin, 'customer_details', { p_id: id });
  for (const text of [mark, 'xylophone'])
    await reply(admin, 'find_customers', { p_search: text, p_limit: 2 });
  await reply(admin, 'customer_statement', { p_order_id: first, p_from: '2026-01-01', p_to: '2026-12-31' });
  await reply(admin, 'list_debtors', {});
  for (const product of await sql<{ id: string }[]>`select id from public.products`)
    await reply(admin, 'list_pieces_at_buyers', { p_filter: { product: product.id } });
  await sql`with parcel as (
      insert into private.shipments (id, order_id, request_hash) values (gen_random_uuid(), ${first ?? ''}, '') returning id, order_id
    ), line as (
      insert into private.shipment_lines select p.id, i.id, 1 from parcel p join public.order_items i on i.order_id = p.order_id
      returning shipment_id, order_item_id
    )
    insert into private.shipment_serials select l.shipment_id, l.order_item_id, ${product.id}, ${mark} from line l`;
  for (const text of [mark, `auger ${mark}`, `br-${mark}`, 'xylophone'])
    await reply(admin, 'search_dashboard', { p_query: text });
}

it('no SQL function that returns JSON is left out', async () => {
  const names = await sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype in ('json'::regtype, 'jsonb'::regtype)`;
  expect([...new Set(replies.map(({ name }) => name))].sort()).toEqual(names.map(({ name }) => name).sort());
});

const imports = `import type { JsonColumns, SqlReplies } from './supabase/sql-replies.ts';`;

// It compiles types: on a busy machine longer than what Postgres is waited for.
it('every reply matches its type, key by key', async () => {
  const samples = replies.map(({ name, reply: sent }) => ({ type: `SqlReplies['${name}']`, reply: sent }));
  const [column] = await sql<{ items: unknown }[]>`
    select items from public.carts where user_id = ${ada.userId}`;
  const columns = Object.entries(column ?? {}).map(([name, sent]) => ({
    type: `JsonColumns['${name}']`,
    reply: sent,
  }));
  expect(columns).toHaveLength(1);
  expect(differences(imports, [...samples, ...columns])).toEqual([]);
}, 120_000);

it('a key too many, one that is missing, a null and a word that is not in the list are noticed', () => {
  const stats = { totalSales: 1, totalOrders: 1, totalProducts: 1, totalUsers: 1 };
  const wrong = [
    { type: `SqlReplies['admin_stats']`, reply: stats, contains: null },
    { type: `SqlReplies['admin_stats']`, reply: { ...stats, totalRefunds: 1 }, contains: 'totalRefunds' },
    { type: `SqlReplies['admin_stats']`, reply: { totalSales: 1 }, contains: 'totalOrders' },
    { type: `SqlReplies['find_people']`, reply: { rows: null, after: null }, contains: 'null' },
    { type: `SqlReplies['list_users']['rows'][0]['role']`, reply: 'boss', contains: 'boss' },
  ];
  const found = differences(imports, wrong);
  expect(found).toHaveLength(4);
  wrong.slice(1).forEach(({ contains }, i) => expect(found[i]).toContain(contains));
}, 120_000);
