import { randomUUID } from 'node:crypto';
import {
  approved,
  as,
  bankDecides,
  type Character,
  newPerson,
  newProduct,
  newSession,
  place,
  shop,
  type Sql,
  statementColumns,
} from '../shop-cast.ts';
import { today } from './refund-scene.ts';

/** Makes a row of every table, the customer's own where a row can be somebody's. @returns by table, which one */
export async function rowsOfEveryTable(
  sql: Sql,
  customer: Character & { userId: string },
): Promise<Record<string, string>> {
  const [ordered, unordered] = [await newProduct(sql), await newProduct(sql)];
  const sid = await newSession(sql, customer.userId);
  const key = randomUUID();
  const placed = await place(sql, [{ productId: ordered.id, quantity: 1, price: 1000 }], { sid, key });
  // Money that does not fit: the transaction is under review and the owner has a task.
  await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
  await as(
    sql,
    customer,
    (t) => t`select public.save_cart(${t.json([{ productId: ordered.id, quantity: 1 }])})`,
  );
  await sql`insert into private.email_confirmations (user_id, email) values (${customer.userId}, 'ada@example.com')`;
  await sql`insert into public.order_notes (order_id, author_id, text)
    values (${placed.order.id}, ${customer.userId}, 'Seen')`;
  const owner = await newPerson(sql, 'Owner', 'admin');
  await sql`insert into private.customer_notes (id, order_id, author_id, text)
    values (${key}, ${placed.order.id}, ${owner.userId}, 'Pays late')`;
  const rows = [{ line: 2, id: unordered.id, seen: { price: 1000 }, set: { price: 1001 } }];
  await sql`update public.products set slug = ${`renamed-${key}`} where id = ${unordered.id}`;
  await as(sql, owner, (t) => t`select public.import_products(${key}, 'prices.csv', 0, ${t.json(rows)})`);
  const lines = [{ line: 2, day: '2026-11-20', bankIndex: key, amountCents: 5 }];
  await as(
    sql,
    owner,
    (t) =>
      t`select public.import_bank_statement(${key}, 'bank.csv', ${t.json(statementColumns)}, ${t.json(lines)})`,
  );
  await sql`insert into private.second_factors (user_id, new_secret, begun_in) values (${owner.userId}, 'v1', ${key})`;
  await sql`insert into private.recovery_codes (user_id, code_hash) values (${owner.userId}, ${sid})`;
  await sql`update private.messages set cause = 'network' where order_id = ${placed.order.id}`;
  // Else they would be deleted as those of a sign-in that has ended.
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${key}, ${owner.userId}, now(), now())`;
  await sql`insert into private.verified_sign_ins (session_id, user_id) values (${key}, ${owner.userId})`;
  await sql`insert into private.staff_activity (session_id, user_id) values (${key}, ${owner.userId})`;
  await sql`insert into private.message_steps (message_id, step)
    select id, 'dismissed' from private.messages where order_id = ${placed.order.id} limit 1`;
  const [message] = await sql<{ id: string }[]>`
    select id from private.messages where order_id = ${placed.order.id} and channel = 'email' limit 1`;
  await sql`insert into private.sent_messages values ('resend', ${key}, ${message?.id ?? ''}, 1, ${`${key}@example.com`})`;
  const bounce = [{ id: key, providerId: key, report: 'bounced' }];
  await as(sql, shop, (t) => t`select public.record_message_events('resend', ${t.json(bounce)})`);
  await sql`insert into public.refunds (transaction_id, cause, amount_cents, day, bank_reference, reason, recorded_by)
    select t.id, 'refund', 5, now(), 'FT1', 'Sent back', ${owner.userId} from public.transactions t where t.order_id = ${placed.order.id}`;
  await sql`insert into private.order_addresses values (${placed.order.id}, 'email', ${`${key}@example.com`})`;
  await as(sql, shop, (t) => t`select public.record_heartbeat('send-messages')`);
  await as(sql, shop, (t) => t`select public.record_search_miss('fridge')`);
  await as(sql, shop, (t) => t`select public.take_limits('find_order', ${t.json({ address: sid })})`);
  // A limit that is soon free again would be purged by the stack's minute job while this file runs.
  await sql`update private.rate_counts set used_until = now() + interval '1 day' where key_hash = ${sid}`;
  await as(sql, shop, (t) => t`select public.record_sign_in(${sid}, ${sid}, ${`${sid} `}, true)`);
  const paid = await place(sql, [{ productId: ordered.id, quantity: 1, price: 1000 }]);
  await bankDecides(sql, paid.transaction.trace, approved(paid));
  const partlyPaid = await place(sql, [{ productId: ordered.id, quantity: 1, price: 1000 }]);
  await as(
    sql,
    owner,
    (t) =>
      t`select public.record_payment(${randomUUID()}, ${partlyPaid.order.id}, 'mpesa', ${key.slice(-10).toUpperCase()}, 400, ${today})`,
  );
  const owed = await place(sql, [{ productId: ordered.id, quantity: 1, price: 1000 }]);
  const [parcel] = await sql<{ lines: object; seen: object }[]>`
    select jsonb_build_array(jsonb_build_object('itemId', i.id, 'quantity', 1, 'serials', '[]'::jsonb)) as lines,
      private.pieces_to_ship(i.order_id) as seen
    from public.order_items i where i.order_id = ${owed.order.id}`;
  await sql`update private.settings set ships_unpaid = true`;
  await as(
    sql,
    owner,
    (
      t,
    ) => t`select public.record_shipment(${randomUUID()}, ${owed.order.id}, ${t.json(parcel?.lines as never)},
      ${t.json(parcel?.seen as never)}, 'delivered', null, null, null, 'A school in need')`,
  );
  await sql`update private.settings set ships_unpaid = false`;
  await as(sql, owner, (t) => t`select public.set_product_vat(${unordered.id}, 'exempt', 'Seen')`);
  await sql`insert into private.vat_rates (class, from_day, basis_points) values ('standard', '2099-01-01', 1600)
    on conflict do nothing`;
  await sql`select private.issue_papers(${paid.order.id})`;
  await sql`insert into private.unissued_papers (order_id, problem) values (${paid.order.id}, 'Broken')`;
  await sql`insert into private.paper_signatures (paper_id, unit, receipt, signature, signed_at, qr)
    select p.id, 'KRACU01', p.id, upper(right(md5(p.id::text), 16)), now(), 'https://etims.kra.go.ke/' from private.papers p where p.order_id = ${paid.order.id}`;
  await sql`with refund as (
      insert into public.refunds (transaction_id, cause, amount_cents, day, bank_reference, reason, recorded_by)
      select t.id, 'refund', 5, now(), 'FT2', 'Sent back', ${owner.userId} from public.transactions t where t.order_id = ${paid.order.id}
      returning id, transaction_id
    ), share as (
      insert into private.shares (transaction_id, refund_id, order_id, cents)
      select r.transaction_id, r.id, ${paid.order.id}, -5 from refund r
    ), announced as (
      insert into private.paybill_payments (receipt, account, cents, paid_at, order_id)
      values (${`T${key.slice(-9).toUpperCase()}`}, 'IC', 100, now(), ${paid.order.id})
    ), expected as (
      insert into private.expected_withheld select ${paid.order.id}, 'withheld_vat', 1
    ), reduction as (
      insert into private.reductions (id, order_id, cause, cents, refund_id, reason)
      select r.id, ${paid.order.id}, 'price_cut', 5, r.id, 'Sent back' from refund r returning id, order_id
    )
    insert into private.refund_lines (reduction_id, order_id, order_item_id, quantity, fate)
    select r.id, i.order_id, i.id, 1, 'kept' from reduction r join public.order_items i on i.order_id = r.order_id`;
  await sql`insert into private.stock_entries (id, kind, request_hash) values (${key}, 'received', '')`;
  await sql`insert into private.customer_terms (user_id, days, credit_limit)
    values (${customer.userId}, 30, 1000)`;
  await sql`insert into private.order_changes (id, order_id, request_hash, effect, changed_by)
    values (${key}, ${placed.order.id}, '', '{}', ${owner.userId})`;
  await sql`insert into private.quotations (id, request_hash, number, customer_name, customer_phone, county, lines, valid_until)
    values (${key}, '', ${key}, 'Ada', '+254712345678', '047', '[{"productId": "00000000-0000-4000-8000-000000000000", "name": "Meter", "quantity": 1, "price": 1}]', now() + interval '1 day')`;
  await sql`insert into private.shipments (id, order_id, request_hash) values (${key}, ${placed.order.id}, '')`;
  await sql`insert into private.shipment_lines select ${key}, i.id, 1 from public.order_items i where i.order_id = ${placed.order.id}`;
  await sql`insert into private.shipment_serials select ${key}, i.id, i.product_id, ${key} from public.order_items i where i.order_id = ${placed.order.id}`;
  const transaction = `(select id from public.transactions where order_id = '${placed.order.id}')`;
  const [evidence] = await sql.unsafe<{ id: string }[]>(`select ${transaction} as id`);
  return {
    'private.customer_notes': `id = '${key}'`,
    'private.invoices_in_force': `order_id = '${paid.order.id}'`,
    'private.paper_counters': 'true',
    'private.papers': `order_id = '${paid.order.id}'`,
    'private.unissued_papers': `order_id = '${paid.order.id}'`,
    'private.paper_signatures': `paper_id in (select id from private.papers where order_id = '${paid.order.id}')`,
    'private.email_confirmations': `user_id = '${customer.userId}'`,
    'private.gateway_answers': `transaction_id = '${evidence?.id}'`,
    'private.idempotency_keys': `key = '${key}'`,
    'private.held_pieces': 'true',
    'private.heartbeats': 'true',
    'private.open_lines': 'true',
    'private.open_money_tasks': 'true',
    'private.invariant_check': 'true',
    'private.blocked_addresses': `address = '${key}@example.com'`,
    'private.order_addresses': `order_id = '${placed.order.id}'`,
    'private.message_events': `event_id = '${key}'`,
    'private.sent_messages': `provider_id = '${key}'`,
    'private.message_rules': 'true',
    'private.message_steps': `message_id in (select id from private.messages where order_id = '${placed.order.id}')`,
    'private.messages': `order_id = '${placed.order.id}'`,
    // Always empty.
    'private.invariants': 'true',
    'private.former_slugs': `product_id = '${unordered.id}'`,
    'private.product_figures': `key = 'energy'`,
    'private.product_texts': `key = 'chemistry'`,
    'private.permissions': `name = 'people'`,
    'private.shown_products': `id = '${unordered.id}'`,
    'private.product_words': `product_id = '${unordered.id}'`,
    'private.books': `order_id = '${paid.order.id}'`,
    'private.counting_shares': `order_id = '${paid.order.id}'`,
    'private.debts': `order_id = '${owed.order.id}'`,
    'private.orders_partly_paid': `id = '${partlyPaid.order.id}'`,
    'private.orders_to_send': `id = '${paid.order.id}'`,
    'private.payments_at_bank': `order_id = '${paid.order.id}'`,
    'private.payments_of_orders': `order_id = '${paid.order.id}'`,
    'private.money_and_withheld': `order_id = '${paid.order.id}'`,
    'private.money': `order_id = '${paid.order.id}'`,
    'private.expected_withheld': `order_id = '${paid.order.id}'`,
    'private.paybill_payments': `order_id = '${paid.order.id}'`,
    'private.reductions': `order_id = '${paid.order.id}'`,
    'private.written_off_and_credited': `order_id = '${paid.order.id}'`,
    'private.refunds_of_orders': `order_id = '${paid.order.id}'`,
    'private.shares': `order_id = '${paid.order.id}'`,
    'private.sold_lines': `order_id = '${paid.order.id}'`,
    'private.quotations': `id = '${key}'`,
    'private.rate_counts': `key_hash = '${sid}'`,
    'private.rate_limits': 'true',
    'private.search_misses': `query = 'fridge'`,
    'private.settings': 'true',
    'private.shop_details': 'true',
    'private.sign_in_attempts': `email_hash = '${sid}'`,
    'private.status_transitions': `name = 'pay'`,
    'private.recovery_codes': `user_id = '${owner.userId}'`,
    'private.second_factors': `user_id = '${owner.userId}'`,
    'private.verified_sign_ins': `user_id = '${owner.userId}'`,
    'private.staff_activity': `user_id = '${owner.userId}'`,
    'private.session_orders': `order_id = '${placed.order.id}'`,
    'private.order_causes': `order_id = '${placed.order.id}'`,
    'private.known_attempts': `order_id = '${paid.order.id}'`,
    'private.sessions': `sid = '${sid}'`,
    'private.standing_refunds': `transaction_id = ${transaction}`,
    'private.ordered_pieces': `order_id = '${placed.order.id}'`,
    'private.refund_lines': `order_id = '${paid.order.id}'`,
    'private.shipment_lines': `shipment_id = '${key}'`,
    'private.shipment_serials': `shipment_id = '${key}'`,
    'private.customer_terms': `user_id = '${customer.userId}'`,
    'private.order_changes': `id = '${key}'`,
    'private.shipments': `id = '${key}'`,
    'private.stock_entries': `id = '${key}'`,
    'private.stock_holds': `order_id = '${placed.order.id}'`,
    'private.stock_movements': `product_id = '${unordered.id}'`,
    'private.units': 'true',
    'public.attributes': 'true',
    'private.vat_rates': `from_day = '2099-01-01'`,
    'public.bank_holidays': `name = 'Good Friday'`,
    'public.product_vat': `id = '${unordered.id}'`,
    'public.search_synonyms': `word = 'sola'`,
    'public.bank_statements': `id = '${key}'`,
    'private.statement_sums': 'true',
    'public.carts': `user_id = '${customer.userId}'`,
    'private.delivery_offers': `code = '042'`,
    'public.delivery_counties': `code = '042'`,
    'public.history': `row_id = '${unordered.id}'`,
    'public.named_history': `row_id = '${unordered.id}'`,
    'public.order_items': `order_id = '${placed.order.id}'`,
    'public.order_notes': `order_id = '${placed.order.id}'`,
    'public.orders': `id = '${placed.order.id}'`,
    'public.owner_tasks': `order_id = '${placed.order.id}'`,
    'private.product_import_rows': `import_id = '${key}'`,
    'public.product_imports': `id = '${key}'`,
    'public.products': `id = '${unordered.id}'`,
    'public.refunds': `bank_reference = 'FT2'`,
    'public.statement_lines': `statement_id = '${key}'`,
    'public.transactions': `order_id = '${placed.order.id}'`,
    'public.users': `id = '${customer.userId}'`,
  };
}
