import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Paper, PaperLine } from '../../functions/_shared/contract/papers.ts';
import type { StoredQuotation } from '../../functions/_shared/supabase/sql-replies.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, newProduct, newSid, orderRequest, type Placed, bankDecides, shop } from '../shop-cast.ts';
import { rolledBack } from '../rolled-back.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { today } from '../database/refund-scene.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * A generated sale goes all the way: quotation, order, payment by card or transfer, invoice, refunds by line and of
 * money alone, credit notes. Its total is the same everywhere, to the cent; net and VAT are those of an own
 * calculation in whole numbers, and no class of VAT is credited beyond what was invoiced.
 */
const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
const cases = atLength({ short: 15, full: 1000 });
const random = seededRandom(proofSeed(41));
const upTo = (end: number) => Math.floor(random() * end);
const pick = <T>(of: readonly T[]) => of[upTo(of.length)] as T;

const classes = { standard: 1600, reduced: 800, zero_rated: 0, exempt: 0, outside: 0 } as const;
type VatClass = keyof typeof classes;
/** Half of the divisor rounds half up. */
const netOf = (gross: number, points: number) =>
  Number((BigInt(gross) * 10_000n + BigInt(10_000 + points) / 2n) / BigInt(10_000 + points));

type Sold = { id: string; price: number; vatClass: VatClass };

async function shelf(): Promise<Sold[]> {
  return Promise.all(
    [1, 99, 1000, 12_345, 15_000, 95_000, 123_457, 999_999, 1_850_000].map(async (price, n) => {
      const vatClass = pick<VatClass>(['standard', 'standard', ...(Object.keys(classes) as VatClass[])]);
      const { id } = await newProduct(sql, {
        price,
        stock: 20_000,
        name: `Generated ${n} ${randomUUID().slice(0, 8)}`,
      });
      if (vatClass !== 'standard')
        await answerTo(sql, owner, `public.set_product_vat($1, $2, 'Generated')`, id, vatClass);
      return { id, price, vatClass };
    }),
  );
}

async function papersOf(sid: string, orderId: string): Promise<Paper[]> {
  return (await answerTo<Paper[] | null>(
    ...([sql, shop, `public.papers_of_order($1, $2, 'invoice')`, sid, orderId] as const),
  )) as Paper[];
}

/** Cents by class, of invoices less credit notes. */
function leftByClass(papers: Paper[]): Map<string, number> {
  const left = new Map<string, number>();
  for (const { kind, content } of papers)
    for (const { vatClass, grossCents } of content.totals.rates)
      left.set(vatClass, (left.get(vatClass) ?? 0) + (kind === 'credit_note' ? -grossCents : grossCents));
  return left;
}

it('a sale has one total on its quotation, order, invoice and in the bank, and its credit notes take away what went back', async () => {
  const products = await shelf();
  for (let n = 0; n < cases; n += 1) {
    const chosen = products.filter(() => random() < 0.35);
    const lines = (chosen.length > 0 ? chosen : [pick(products)]).map((product) => ({
      ...product,
      quantity: 1 + upTo(product.price > 100_000 ? 3 : 9),
    }));
    const { totalAmount: _, status: __, ...contact } = orderRequest([]).orderData;
    const quotation = await answerTo<StoredQuotation>(
      ...([sql, shop, 'public.ask_for_quotation_within_limits($1, $2, $3, $4::jsonb)'] as const),
      newSid(),
      '',
      randomUUID(),
      {
        name: 'Ada',
        phone: '+254712345678',
        county: pick(['001', '042', '047']),
        items: lines.map(({ id, quantity }) => ({ productId: id, quantity })),
      },
    );
    const { orderId, sid } = await answerTo<{ orderId: string; sid: string }>(
      ...([sql, shop, 'public.accept_quotation_within_limits($1, $2, $3, $4, $5, $6::jsonb, 60)'] as const),
      newSid(),
      '',
      newSid(),
      quotation.id,
      quotation.version,
      contact,
    );
    const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const total = goods + (quotation.delivery.price ?? 0);
    const [proforma] = await answerTo<Paper[]>(
      ...([sql, shop, `public.papers_of_order($1, $2, 'proforma')`, sid, orderId] as const),
    );
    const quoted = await answerTo<Paper>(sql, shop, 'public.quotation_paper($1)', quotation.id);

    if (random() < 0.5) {
      const placed = await answerTo<Placed>(sql, shop, 'public.pay_again($1, $2)', sid, orderId);
      await bankDecides(sql, placed.transaction.trace, approved(placed));
    } else
      await answerTo(
        ...([sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)'] as const),
        randomUUID(),
        orderId,
        'transfer',
        `FT ${randomUUID().slice(0, 18).toUpperCase()}`,
        total,
        today,
      );
    const [invoice, ...none] = await papersOf(sid, orderId);
    const [stored] = await sql<{ total: number; id: string; cents: string }[]>`
      select o.total_amount as total, t.id, t.bank_amount_cents as cents from public.orders o
      join public.transactions t on t.order_id = o.id and t.status = 'completed' where o.id = ${orderId}`;
    expect(none).toEqual([]);
    expect({
      quotation: quotation.totalAmount * 100,
      quoted: quoted.content.totals.grossCents,
      proforma: proforma?.content.totals.grossCents,
      order: (stored?.total ?? 0) * 100,
      bank: Number(stored?.cents),
      invoice: invoice?.content.totals.grossCents,
    }).toEqual({
      quotation: total * 100,
      quoted: total * 100,
      proforma: total * 100,
      order: total * 100,
      bank: total * 100,
      invoice: total * 100,
    });
    const nets = lines.map(({ price, quantity, vatClass }) =>
      netOf(price * quantity * 100, classes[vatClass]),
    );
    const net =
      nets.reduce((sum, one) => sum + one, 0) +
      netOf((quotation.delivery.price ?? 0) * 100, classes.standard);
    expect(invoice?.content.totals).toMatchObject({ netCents: net, vatCents: total * 100 - net });

    const { rows } = {
      rows: await sql<{ id: string; price: number; quantity: number }[]>`
      select id, price, quantity from public.order_items where order_id = ${orderId}`,
    };
    const giveBack = (cents: number, pieces: object[]) =>
      answerTo(
        ...([sql, owner, `public.record_refund($1, $2, $3, $4, $5, 'Generated', true, $6)`] as const),
        randomUUID(),
        stored?.id,
        cents,
        today,
        randomUUID(),
        pieces,
      );
    let back = 0;
    for (let round = upTo(4); round > 0; round -= 1) {
      const left = total * 100 - back;
      const item = pick(rows);
      const isByLine = item.quantity > 0 && item.price * 100 <= left && random() < 0.6;
      const cents = isByLine ? item.price * 100 : random() < 0.3 ? left : 1 + upTo(left);
      if (cents < 1 || left < 1) break;
      await giveBack(cents, isByLine ? [{ itemId: item.id, quantity: 1, fate: 'kept' }] : []);
      if (isByLine) item.quantity -= 1;
      back += cents;
      // At times two refunds are credited at once.
      if (random() < 0.7) await papersOf(sid, orderId);
    }
    const papers = await papersOf(sid, orderId);
    const left = leftByClass(papers);
    expect([...left.values()].reduce((sum, cents) => sum + cents, 0)).toBe(total * 100 - back);
    expect([...left.entries()].filter(([, cents]) => cents < 0)).toEqual([]);
    for (const { content } of papers) {
      const { totals } = content;
      expect(totals.netCents + totals.vatCents).toBe(totals.grossCents);
      expect(totals).toEqual(totalsOf(content.lines));
    }
  }
});

/** As `paper_totals` in SQL should count, one by one. */
function totalsOf(lines: readonly PaperLine[]) {
  const sums = { grossCents: 0, netCents: 0, vatCents: 0 };
  const rates = new Map<string, typeof sums & { vatClass: string; basisPoints: number }>();
  for (const { vatClass, basisPoints, grossCents, netCents, vatCents } of lines) {
    const key = `${vatClass} ${basisPoints}`;
    const rate = rates.get(key) ?? { vatClass, basisPoints, grossCents: 0, netCents: 0, vatCents: 0 };
    rates.set(key, rate);
    for (const sum of [sums, rate]) {
      sum.grossCents += grossCents;
      sum.netCents += netCents;
      sum.vatCents += vatCents;
    }
  }
  return {
    ...sums,
    rates: [...rates.values()].toSorted(
      (a, b) => b.basisPoints - a.basisPoints || (a.vatClass < b.vatClass ? -1 : 1),
    ),
  };
}

it('a part of any invoice has its classes in the same proportion, and parts that are all of it end at 0', async () => {
  const [{ id: orderId } = { id: '' }] = await sql<{ id: string }[]>`select id from public.orders limit 1`;
  await rolledBack(sql, async (t) => {
    for (let n = 0; n < cases * 4; n += 1) {
      const lines: PaperLine[] = Array.from({ length: 1 + upTo(12) }, () => {
        const [vatClass, grossCents] = [
          pick(Object.keys(classes) as VatClass[]),
          1 + upTo(pick([9, 1000, 500_000_000])),
        ];
        const netCents = netOf(grossCents, classes[vatClass]);
        return {
          kind: 'goods',
          productId: null,
          name: 'Generated',
          model: null,
          serials: [],
          quantity: 1,
          unitCents: grossCents,
          vatClass,
          basisPoints: classes[vatClass],
          grossCents,
          netCents,
          vatCents: grossCents - netCents,
        };
      });
      const issue = async (kind: string, corrects: string | null, of: PaperLine[]) => {
        const [paper] = await t<{ id: string }[]>`
          insert into private.papers (id, kind, year, number, order_id, corrects, cause, gross_cents, content)
          select (select coalesce(max(id), 0) + 1 from private.papers), ${kind}, 1990, ${n + 1} * 100 + (select count(*) from private.papers where corrects = ${corrects}), ${orderId},
            ${corrects}, ${corrects && 'reduced'}, (s.totals ->> 'grossCents')::bigint,
            jsonb_build_object('lines', ${t.json(of)}::jsonb, 'totals', s.totals)
          from (select private.paper_totals(${t.json(of)}) as totals) s returning id`;
        return paper?.id ?? '';
      };
      const invoice = await issue('invoice', null, lines);
      const left = new Map(totalsOf(lines).rates.map((rate) => [rate.vatClass, { ...rate }]));
      while ([...left.values()].some(({ grossCents }) => grossCents > 0)) {
        const sum = [...left.values()].reduce((all, { grossCents }) => all + grossCents, 0);
        const cents = random() < 0.4 ? sum : 1 + upTo(sum);
        const [row] = await t<{ part: PaperLine[]; totals: ReturnType<typeof totalsOf> }[]>`
          select p.part, private.paper_totals(p.part) as totals
          from private.credited_lines(${invoice}, private.money_lines(${invoice}, ${cents}, 'Part')) p (part)`;
        const { part, totals } = row ?? { part: [], totals: null };
        expect(totals).toEqual(totalsOf(part));
        expect(totals?.grossCents).toBe(cents);
        for (const [vatClass, of] of left) {
          const rate = totals?.rates.find((one) => one.vatClass === vatClass);
          const { grossCents, netCents } = rate ?? { grossCents: 0, netCents: 0 };
          // Less than a cent beside the proportion, and never more than there is.
          expect(Math.abs(grossCents - (cents * of.grossCents) / sum)).toBeLessThan(1);
          expect(
            Math.abs(netCents - (grossCents * of.netCents) / Math.max(1, of.grossCents)),
          ).toBeLessThanOrEqual(1);
          of.grossCents -= grossCents;
          of.netCents -= netCents;
          expect(of.grossCents).toBeGreaterThanOrEqual(0);
          if (of.grossCents === 0) expect(of.netCents).toBe(0);
        }
        await issue('credit_note', invoice, part);
      }
    }
  });
});
