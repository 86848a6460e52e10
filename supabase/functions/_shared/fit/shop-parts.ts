import { type Line, type Part, partOf } from './part.ts';
import { names } from './rules/accessories.ts';
import type { Sheet } from './sheet.ts';

/** The shop's data sheets, read once for many questions. */
export type ShopParts = {
  sheets: Sheet[];
  parts: Part[];
  /** The products of a cart that are known, pieces of one product together. */
  linesOf(items: { productId: string; quantity: number }[]): Line[];
};

export function shopParts(sheets: Sheet[]): ShopParts {
  const parts = sheets.map((sheet) => partOf(sheet, (text) => sheets.find((one) => names(text, one))));
  const byId = new Map(parts.map((part) => [part.sheet.id, part]));
  return {
    sheets,
    parts,
    linesOf: (items) => {
      const pieces = new Map<Part, number>();
      for (const { productId, quantity } of items) {
        const part = byId.get(productId);
        if (part) pieces.set(part, (pieces.get(part) ?? 0) + quantity);
      }
      return [...pieces].map(([part, quantity]) => ({ part, quantity }));
    },
  };
}
