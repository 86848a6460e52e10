import { formatKes } from '../contract/money.ts';
import { formatDay, nairobiDay } from '../contract/nairobi-time.ts';
import type { ProductPage } from '../contract/products.ts';
import type { ShopDetails } from '../contract/shop-details.ts';
import { packedWeight } from '../contract/weight.ts';
import {
  a4Pdf,
  type Cursor,
  drawLetterhead,
  ink,
  keepTogether,
  margin,
  paragraph,
  quiet,
  right,
  rule,
  write,
  wrapped,
} from './pdf-page.ts';

/** Where values begin. */
const values = 230;

/** The data sheet of a product with its price of today, as the product's page prints it. @param address of that page */
export function dataSheetPdf(
  { product, sheet }: Pick<ProductPage, 'product' | 'sheet'>,
  shop: ShopDetails,
  address: string,
  logo: string | null = null,
): Promise<Uint8Array> {
  const { name, brand, model, keyValues, price, isActive, description, warrantyYears } = product;
  const weight = packedWeight(product);
  return a4Pdf(name, logo, [
    {
      name,
      draw(cursor) {
        drawLetterhead(cursor, shop, 'Data sheet', [formatDay(nairobiDay())]);
        for (const line of wrapped(cursor, name, 'bold', 16, right - margin)) {
          write(cursor, 'bold', line, { x: margin, y: cursor.y - 4, size: 16 });
          cursor.y -= 20;
        }
        const maker = [brand, model].filter(Boolean).join(' · ');
        for (const text of [maker, keyValues.join(' · ')]) if (text) paragraph(cursor, text);
        const offer = isActive ? formatKes(price) : 'Not sold any more';
        write(cursor, 'bold', offer, { x: margin, y: cursor.y - 8, size: 13 });
        cursor.y -= 26;
        paragraph(cursor, description);
        for (const group of sheet)
          drawGroup(
            cursor,
            group.name,
            group.lines.map(({ label, value, note, workedOutFrom }) => [
              label,
              value,
              workedOutFrom ? `worked out: ${workedOutFrom}` : note,
            ]),
          );
        if (weight) drawGroup(cursor, 'Transport', [['Weight, packed', weight, null]]);
        cursor.y -= 16;
        keepTogether(cursor, 30);
        if (warrantyYears)
          paragraph(
            cursor,
            `${warrantyYears} ${warrantyYears === 1 ? 'year' : 'years'} of warranty from delivery.`,
          );
        paragraph(cursor, address);
      },
    },
  ]);
}

/** Values under the name of their group, which is never alone at the foot of a page. */
function drawGroup(
  cursor: Cursor,
  name: string,
  lines: readonly (readonly [label: string, value: string, note: string | null])[],
): void {
  keepTogether(cursor, 60);
  cursor.y -= 22;
  write(cursor, 'bold', name, { x: margin, y: cursor.y, size: 10 });
  rule(cursor, cursor.y - 5);
  cursor.y -= 18;
  for (const [label, value, note] of lines) {
    const labels = wrapped(cursor, label, 'normal', 9, values - margin - 12);
    const lines = [
      ...wrapped(cursor, value, 'normal', 9, right - values).map((text) => ({ text, size: 9, color: ink })),
      ...(note ? wrapped(cursor, note, 'normal', 8, right - values) : []).map((text) => ({
        text,
        size: 8,
        color: quiet,
      })),
    ];
    const count = Math.max(labels.length, lines.length);
    keepTogether(cursor, 13 * Math.min(count, 20));
    for (let index = 0; index < count; index += 1) {
      keepTogether(cursor, 13);
      const { y } = cursor;
      write(cursor, 'normal', labels[index] ?? '', { x: margin, y, size: 9, color: quiet });
      const { text = '', ...style } = lines[index] ?? { size: 9 };
      write(cursor, 'normal', text, { x: values, y, ...style });
      cursor.y -= 13;
    }
  }
}
