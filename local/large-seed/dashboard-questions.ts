import { daysOfPeriod, overviewPeriods } from '../../supabase/functions/_shared/contract/admin-overview.ts';
import { nairobiDay } from '../../supabase/functions/_shared/contract/nairobi-time.ts';
import type { Grows } from './page-growth.ts';

/** What a screen asks for, by a name. */
type Question = readonly [
  name: string,
  sql: string,
  more?: { role?: 'service_role' | 'postgres'; grows?: Grows },
];

const asShop = { role: 'service_role' } as const;

const levels = {
  grows: { why: 'the rows it shows are found one by one, by indexes that have one more level', times: 4 },
};
const counts = {
  grows: { why: 'it also counts all of them, in an index alone, which is exact (decision 29)', times: 10 },
};
const matches = { grows: { why: 'more of them have these words, and all that have them are counted' } };
const noSuchPage = { grows: { why: 'a smaller shop has no such page' } };
const waits = {
  grows: {
    why: 'it reads each payment that is in no statement yet and each order that waits: those of a few days',
    times: 10,
  },
};

/** A visitor's session, for what the shop's functions ask on their behalf. */
const someSession = `insert into private.sessions (sid, sess, expire)
  select repeat('ab', 32), jsonb_build_object('userId', o.user_id), now() + interval '1 hour'
  from (select user_id from public.orders where user_id is not null and status in ('pending', 'failed') order by created_at desc limit 1) o
  on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire`;

/** One of the messages in the middle of the list. */
const someMessage = `(select jsonb_build_object('at', m ->> 'createdAt', 'id', m ->> 'id')
  from jsonb_array_elements(public.list_messages('{}', 50) -> 'rows') m limit 1)`;

/**
 * What each table of the dashboard asks for: the first page, a search, the thousandth page; and what the shop's functions
 * ask for a visitor, a monitor and themselves, with the secret key.
 */
export const dashboardQuestions: readonly Question[] = [
  ...overviewPeriods.map((period) => {
    const { from, to, step } = daysOfPeriod(period, nairobiDay());
    return [
      `Overview: ${period}`,
      `select public.stats_of_period('${from}', '${to}', '${step}')`,
      {
        grows: {
          why: 'the best of each day are read further down where products sell nearly alike (decision 54)',
          times: 5,
        },
      },
    ] as const;
  }),
  ['Figures of the shop in all', `select public.admin_stats()`],
  ['Products: first page', `select public.find_products()`, counts],
  ['Products: search', `select public.find_products(p_search => 'battery 200ah')`, matches],
  ['Products: page 1,000', `select public.find_products(p_offset => 49950)`, noSuchPage],
  ['Orders: first page', `select public.list_order_page()`, counts],
  ['Orders: search by phone', `select public.list_order_page('{"text": "0712 34"}')`, matches],
  ['Orders: search by name', `select public.list_order_page('{"text": "wanjiku otieno"}')`, matches],
  ['Orders: page 1,000', `select public.list_order_page(p_page => 1000)`, noSuchPage],
  ['Orders: paid, by total', `select public.list_order_page('{"status": "paid"}', 'totalAmount')`, levels],
  ['Orders: failed', `select public.list_order_page('{"status": "failed"}')`, counts],
  ['Orders: completed', `select public.list_order_page('{"status": "completed"}')`, counts],
  ['Transactions: first page', `select public.list_transaction_page()`, counts],
  ['Transactions: completed', `select public.list_transaction_page('{"status": "completed"}')`, counts],
  ['Transactions: failed', `select public.list_transaction_page('{"status": "failed"}')`, counts],
  [
    'Transactions: search by the bank’s index',
    `select public.list_transaction_page('{"text": "A1B2C3"}')`,
    matches,
  ],
  [
    'Transactions: search by name',
    `select public.list_transaction_page('{"text": "wanjiku otieno"}')`,
    matches,
  ],
  ['Transactions: page 1,000', `select public.list_transaction_page(p_page => 1000)`, noSuchPage],
  ['Pieces on hold', `select public.list_live_holds()`],
  ['Tasks of the owner', `select public.list_owner_tasks(20, 0)`, levels],
  ['Alerts of the owner, with payments not settled', `select public.owner_alerts()`, waits],
  [
    'Settlement',
    `select public.settlement_overview()`,
    {
      grows: {
        why: 'as the alerts; and it adds up the lines of a year’s statements, in an index alone, 130 to a page',
        times: 10,
      },
    },
  ],
  [
    'A statement of a hundred lines, without and with the bank’s index',
    `select public.preview_bank_statement((
      select jsonb_agg(jsonb_build_object('line', n, 'day', private.iso_time(now())::date, 'amountCents', 100000 + n,
        'reference', 'DON-' || n, 'bankIndex', case when n > 50 then 'index ' || n end))
      from generate_series(1, 100) n))`,
  ],
  [
    'What fifty orders need to be completed',
    `select public.completion_needs(array(select id from public.orders where status = 'paid' order by created_at desc limit 50))`,
    levels,
  ],
  ['Messages: first page', `select public.list_messages('{}', 50)`],
  ['Messages: search by recipient', `select public.list_messages('{"text": "wanjiku"}', 50)`],
  [
    'Messages: search by the number of an order',
    `select public.list_messages(jsonb_build_object('text', (select right(o.id::text, 8) from public.orders o order by o.created_at limit 1)), 50)`,
  ],
  ['Messages in trouble', `select public.list_messages('{"isOpen": true}', 50)`],
  ['Messages that failed', `select public.list_messages('{"states": ["failed"]}', 50)`],
  ['Messages: a later page', `select public.list_messages(jsonb_build_object('after', ${someMessage}), 50)`],
  ['One message with its text', `select public.message_detail((${someMessage} ->> 'id')::uuid)`],
  [
    'Everything about an order, its messages too',
    `select public.order_details((select order_id from public.transactions where status = 'completed' order by id limit 1))`,
  ],
  [
    'Open orders of a visitor',
    `${someSession}; select public.open_orders(repeat('ab', 32))`,
    { ...asShop, grows: { why: 'this visitor has more orders' } },
  ],
  ['People: first page', `select public.find_people()`, counts],
  ['People: search', `select public.find_people(p_search => 'achieng mutua')`, matches],
  ['People: page 1,000', `select public.find_people(p_offset => 49950)`, noSuchPage],
  [
    'History of a product',
    `select * from public.named_history where table_name = 'products' and row_id = (select row_id from public.history where table_name = 'products' order by id desc limit 1) order by id desc limit 21`,
  ],
  [
    'History of the rules of messages',
    `select * from public.named_history where table_name = 'message_rules' and row_id = any (array(select (r ->> 'id')::uuid from jsonb_array_elements(public.list_message_rules() -> 'rules') r)) order by id desc limit 21`,
  ],
  ['Export of orders: first thousand', `select public.export_orders()`, levels],
  ['Health of the shop', `select public.shop_health()`, asShop],
  ['What the checks of the rules found', `select public.broken_invariants()`],
  [
    'Rules where something has changed: two hundred entries of the history',
    `select * from private.rules_broken_since((select max(id) - 200 from public.history), now())`,
    {
      role: 'postgres',
      grows: { why: 'it adds up all movements of the stock of the products that changed', times: 10 },
    },
  ],
];
