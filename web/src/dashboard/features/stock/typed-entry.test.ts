import { describe, expect, it } from 'vitest';
import {
  changeOf,
  emptyStockEntry,
  type TypedStockEntry,
  type TypedStockLine,
  typedStockEntry,
  withStock,
  withStockProduct,
} from './typed-entry.ts';

const product = {
  productId: 'p1',
  name: 'Battery',
  model: 'US5000',
  stock: 5,
  held: 1,
  toSend: 2,
  waiting: 0,
};
const line = (typed: Partial<TypedStockLine> = {}): TypedStockLine => ({
  product,
  quantity: '',
  cost: '',
  hasMoved: false,
  ...typed,
});
const entry = (typed: Partial<TypedStockEntry>): TypedStockEntry => ({ ...emptyStockEntry, ...typed });

describe('an entry of the stock', () => {
  it('that came in is sent with its costs in cents', () => {
    const typed = entry({
      supplier: 'Guideline Geo',
      reference: 'DN 1',
      lines: [line({ quantity: '1,000', cost: '12,500.50' }), line({ quantity: '1' })],
    });
    expect(typedStockEntry(typed).value).toEqual({
      p_kind: 'received',
      p_supplier: 'Guideline Geo',
      p_reference: 'DN 1',
      p_lines: [
        { productId: 'p1', quantity: 1000, costCents: 1_250_050 },
        { productId: 'p1', quantity: 1 },
      ],
    });
  });

  it('that was counted is compared with what stands in the shop', () => {
    const counted = line({ quantity: '6', cost: '9' });
    expect(typedStockEntry(entry({ kind: 'counted', supplier: 'A', lines: [counted] })).value).toEqual({
      p_kind: 'counted',
      p_supplier: '',
      p_reference: '',
      p_lines: [{ productId: 'p1', quantity: 6, expected: 7 }],
    });
    expect([changeOf('counted', counted), changeOf('damaged', counted)]).toEqual([-1, -6]);
    expect(changeOf('received', line({ quantity: '6 or 7' }))).toBeNull();
  });

  it.each([
    ['received', ''],
    ['received', '0'],
    ['received', '1.5'],
    ['received', '12.000'],
    ['received', '-1'],
    ['counted', ''],
    // Two are sold, and one of the five others is held.
    ['counted', '2'],
    ['damaged', '5'],
  ] as const)('%s with the pieces “%s” is refused', (kind, quantity) => {
    const { value: request, problems } = typedStockEntry(entry({ kind, lines: [line({ quantity })] }));
    expect([request, Object.keys(problems)]).toEqual([undefined, ['lines[0].quantity']]);
  });

  it('needs a product, and costs that are figures', () => {
    expect(typedStockEntry(emptyStockEntry).problems).toEqual({ lines: 'Find a product first' });
    for (const cost of ['0', 'a lot', '12.000']) {
      const { problems } = typedStockEntry(entry({ lines: [line({ quantity: '1', cost })] }));
      expect(Object.keys(problems)).toEqual(['lines[0].cost']);
    }
  });

  it('marks what moved since it was counted, and has each product once, the latest first', () => {
    const counted = entry({ kind: 'counted', lines: [line({ quantity: '7' })] });
    const now = { ...product, toSend: 1 };
    expect(withStock(counted, [now]).lines).toEqual([line({ product: now, quantity: '7', hasMoved: true })]);
    // Also when it is asked again because of another line.
    expect(withStock(withStock(counted, [now]), [now]).lines[0]?.hasMoved).toBe(true);
    expect(withStock(counted, []).lines).toEqual(counted.lines);
    expect(withStockProduct(counted, product)).toBe(counted);
    const other = { ...product, productId: 'p2' };
    expect(withStockProduct(counted, other).lines.map((one) => one.product.productId)).toEqual(['p2', 'p1']);
  });
});
