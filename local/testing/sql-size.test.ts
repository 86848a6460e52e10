import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Longer functions, and why they are. */
const exceptions: Record<string, string> = {
  'public.fit_of_items': 'what fits is judged anew with the cart, and by one function then',
  'private.fitting_products': 'as public.fit_of_items',
  'private.order_timeline': 'one query: a branch for each kind of event',
  'private.write_refund': 'one entry of the book: each refusal beside what it is about',
  'public.settle_payment': 'one answer of the bank, from the lock to what follows, in one place',
  'private.apply_change': 'one change of an order: what is refused, what is written, what is answered',
  'private.issue_papers': 'what is wrong, added and reduced depend on each other',
  'public.erase_account': 'one list of what a person is known by',
  'public.advance_shipment': 'each step of a parcel with what refuses it',
  'private.claim_message': 'each obstacle to sending, in the order in which they count',
  'public.search_dashboard': 'one query: a branch for each kind of finding',
  'private.ranked_products': 'one query: the ranks of search are added up',
  'private.read_value': 'one table of how a figure is written',
  'public.record_shipment': 'one parcel: each refusal beside what it is about',
  'public.sales_report': 'one query: a branch for each part of the report',
};

const folder = 'supabase/migrations';
const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

test('no line of SQL is longer than 120 characters', () => {
  expect(files.flatMap((sql) => sql.split('\n').filter((line) => line.length > 120))).toEqual([]);
});

test('no function has more than 80 lines, but for those that say why', () => {
  const long = files.flatMap((sql) =>
    [...sql.matchAll(/^create function ([\w.]+)\([^]*?^\$\$;$/gm)]
      .filter(([text]) => text.split('\n').length > 80)
      .map(([, name]) => name),
  );
  expect(long.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
