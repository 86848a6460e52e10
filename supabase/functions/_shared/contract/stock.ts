// The stock as movements: what came in, was counted or broke, and what is in the shop.

/** What can change the stock: 1 adds pieces, -1 takes them away, 0 may do either. As private.stock_sign(). */
export const stockSigns = {
  opening: 1,
  correction: 0,
  sale: -1,
  return: 1,
  received: 1,
  counted: 0,
  damaged: -1,
} as const;
export type StockKind = keyof typeof stockSigns;

/** What staff write down: so many pieces, or with the sign 0 how many there are, and it becomes the difference. */
export const stockEntryKinds = ['received', 'counted', 'damaged'] as const satisfies StockKind[];
export type StockEntryKind = (typeof stockEntryKinds)[number];

/** A product as somebody in the store room finds it: `stock` and `toSend` pieces together. */
export type StockProduct = {
  productId: string;
  name: string;
  model: string | null;
  /** Pieces on sale, those that are held for a buyer who is paying included. */
  stock: number;
  /** Pieces on sale that are held. */
  held: number;
  /** Pieces that are sold and still in the shop; negative when some left before they were paid for. */
  toSend: number;
  /** Orders that wait for it to come from the maker. */
  waiting: number;
};

/** What an entry moved; a product whose count was right is not among it. `served`: the orders that waited for it. */
export type BookedPieces = { productId: string; name: string; change: number; served: string[] };

export type StockMovement = {
  /** ISO 8601. */
  at: string;
  reason: StockKind;
  /** Pieces, and what was in stock after it. */
  change: number;
  stock: number;
  /** Of a sale and a return. */
  orderId: string | null;
  supplier: string | null;
  /** The number of the delivery note, or what staff noted. */
  reference: string | null;
  /** What the shop paid for one piece, in cents. */
  costCents: number | null;
  byName: string | null;
};

/** The most letters of a supplier and of a reference, and the most pieces and products of an entry. */
export const maxStockTextLength = 100;
export const maxStockPieces = 99_999;
export const maxStockLines = 200;
