import { describe, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { platform } from '../platform-call.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('the Data API shows who has not signed in', () => {
  it('nothing at all, since nobody counts there', async () => {
    const [{ functions, tables } = { functions: [], tables: [] }] = await sql<
      { functions: string[]; tables: string[] }[]
    >`select
        array(select distinct proname::text from pg_proc where pronamespace = 'public'::regnamespace) as functions,
        array(select relname::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')) as tables`;
    expect(functions).toEqual(expect.arrayContaining(['fit_sheets', 'search_products']));
    expect(tables).toEqual(expect.arrayContaining(['products', 'orders']));
    const answered: string[] = [];
    for (const [path, body] of [
      ...tables.map((table) => [table, undefined] as const),
      ...['fit_sheets', 'search_products', 'list_products', 'product_facets', 'product_page'].map(
        (name) => [`rpc/${name}`, {}] as const,
      ),
    ]) {
      const { status } = await platform(body ? 'POST' : 'GET', `/rest/v1/${path}`, { body });
      if (status < 400) answered.push(path);
    }
    expect(answered).toEqual([]);
    const [open] = await sql`select count(*)::integer as count from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege('anon', p.oid, 'execute')`;
    expect(open).toEqual({ count: 0 });
  });
});

describe('the Data API ends', () => {
  it('a search that takes longer than a shopper waits', async () => {
    const { secret } = stackUnderTest().keys;
    const ended = await sql.begin(async (t) => {
      await t`lock table public.products in access exclusive mode`;
      return platform<{ code: string }>('POST', '/rest/v1/rpc/count_products', {
        token: secret,
        body: {},
        headers: { apikey: secret },
      });
    });
    expect([ended.status, ended.body.code]).toEqual([500, '57014']);
  });
});
