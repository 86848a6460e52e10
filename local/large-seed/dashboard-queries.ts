import { daysOfPeriod, overviewPeriods } from '../../supabase/functions/_shared/contract/admin-overview.ts';
import { nairobiDay } from '../../supabase/functions/_shared/contract/nairobi-time.ts';
import type { AllowedGrowth } from './page-growth.ts';

/** A query that a screen sends. */
type NamedQuery = readonly [
  name: string,
  sql: string,
  more?: { role?: 'service_role' | 'postgres'; allowedGrowth?: AllowedGrowth },
];

const asServiceRole = { role: 'service_role' } as const;

const levels = {
  allowedGrowth: {
    reason: 'the rows it shows are looked up one by one, in indexes that have one more level',
    maxFactor: 4,
  },
};
const matches = { allowedGrowth: { reason: 'more rows match, and all matches are counted' } };
const noSuchPage = { allowedGrowth: { reason: 'a smaller shop has no such page' } };
const days = { allowedGrowth: { reason: 'it adds up the stored sums of all days', maxFactor: 10 } };

/** A visitor's session, for the queries that the shop's functions send on their behalf. */
const someSession = `insert into private.sessions (sid, sess, expire)
  select repeat('ab', 32), jsonb_build_object('userId', o.user_id), now() + interval '1 hour'
  from (select user_id from public.orders where user_id is not null and status in ('pending', 'failed') order by created_at desc limit 1) o
  on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire`;

/** One of the messages in the middle of the list. */
const someMessage = `(select jsonb_build_object('at', m ->> 'createdAt', 'id', m ->> 'id')
  from jsonb_array_elements(public.list_messages('{}', 50) -> 'rows') m limit 1)`;

/**
 * The queries of each dashboard table: the first page, a search, the thousandth page; and those that the shop's functions
 * send with the secret key for a visitor, a monitor and their own jobs.
 */
export const dashboardQueries: readonly NamedQuery[] = [
  ...overviewPeriods.map((period) => {
    const { from, to, step } = daysOfPeriod(period, nairobiDay());
    return [
      `Overview: ${period}`,
      `select public.stats_of_period('${from}', '${to}', '${step}')`,
      {
        allowedGrowth: {
          reason: 'more of each day’s best sellers are read where products sell nearly alike (decision 54)',
          maxFactor: 5,
        },
      },
    ] as const;
  }),
  ['Figures of the shop in all', `select public.admin_stats()`, days],
  ['Products: first page', `select public.find_products()`, days],
  ['Products: search', `select public.find_products(p_search => 'battery 200ah')`, matches],
  ['Products: page 1,000', `select public.find_products(p_offset => 49950)`, noSuchPage],
  ['Orders: first page', `select public.list_order_page()`],
  ['Orders: search by phone', `select public.list_order_page('{"text": "0712 34"}')`, matches],
  ['Orders: search by name', `select public.list_order_page('{"text": "wanjiku otieno"}')`, matches],
  ['Orders: page 1,000', `select public.list_order_page(p_page => 1000)`, noSuchPage],
  ['Orders: paid, by total', `select public.list_order_page('{"status": "paid"}', 'totalAmount')`, levels],
  ['Orders: to be sent', `select public.list_order_page('{"toSend": true}')`, matches],
  ['Orders: failed', `select public.list_order_page('{"status": "failed"}')`],
  ['Orders: completed', `select public.list_order_page('{"status": "completed"}')`],
  ['Transactions: first page', `select public.list_transaction_page()`],
  ['Transactions: completed', `select public.list_transaction_page('{"status": "completed"}')`],
  ['Transactions: failed', `select public.list_transaction_page('{"status": "failed"}')`],
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
  ['Transactions: 500 with the answers of the bank', `select public.list_transactions()`],
  ['Transactions: page 1,000', `select public.list_transaction_page(p_page => 1000)`, noSuchPage],
  [
    'Pieces on hold',
    `select public.list_live_holds()`,
    { allowedGrowth: { reason: 'it shows all that is on hold now' } },
  ],
  [
    'Tasks of the owner',
    `select public.list_owner_tasks(20, 0)`,
    { allowedGrowth: { reason: 'a smaller shop has fewer open tasks; a page shows twenty at most' } },
  ],
  [
    'Alerts of the owner, with payments not settled',
    `select public.owner_alerts()`,
    {
      allowedGrowth: {
        reason: 'it counts the products that are sold out or nearly, by an index-only scan',
        maxFactor: 3,
      },
    },
  ],
  ['Settlement', `select public.settlement_overview()`],
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
  [
    'Messages: search by recipient',
    `select public.list_messages('{"text": "wanjiku"}', 50)`,
    {
      allowedGrowth: {
        reason:
          'it reads the orders of a thousand such buyers, or the newest messages until fifty of them match',
        maxFactor: 2,
      },
    },
  ],
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
    { ...asServiceRole, allowedGrowth: { reason: 'this visitor has more orders' } },
  ],
  ['People: first page', `select public.find_people()`],
  ['People: search', `select public.find_people(p_search => 'achieng mutua')`, matches],
  ['People: page 1,000', `select public.find_people(p_offset => 49950)`, noSuchPage],
  [
    'History of a product',
    `select * from public.named_history where table_name = 'products' and row_id = (select row_id from public.history where table_name = 'products' order by id desc limit 1) order by at desc, id desc limit 21`,
    {
      allowedGrowth: {
        reason: 'the product that changed last is looked for first, further back where more was sold since',
      },
    },
  ],
  [
    'History of the rules of messages',
    `select * from public.named_history where table_name = 'message_rules' and row_id = any (array(select (r ->> 'id')::uuid from jsonb_array_elements(public.list_message_rules() -> 'rules') r)) order by at desc, id desc limit 21`,
  ],
  ['Export of orders: first thousand', `select public.export_orders()`, levels],
  [
    'Health of the shop',
    `select public.shop_health()`,
    {
      ...asServiceRole,
      allowedGrowth: { reason: 'it reads the transactions that are undecided now', maxFactor: 10 },
    },
  ],
  ['What the checks of the rules found', `select public.broken_invariants()`],
  [
    'Rules where something has changed: two hundred entries of the history',
    `select * from private.rules_broken_since((select max(id) - 200 from public.history), now())`,
    {
      role: 'postgres',
      allowedGrowth: {
        reason: 'it adds up all movements of the stock of the products that changed, by an index-only scan',
        maxFactor: 3,
      },
    },
  ],
];
