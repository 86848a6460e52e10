import type { StockEntryKind, StockKind, StockProduct } from '@contract/stock.ts';
/** `+3 pieces`, `−1 piece` */
export const signedPieces = (change: number) =>
  `${signed(change)} ${Math.abs(change) === 1 ? 'piece' : 'pieces'}`;

/** `+3` or `−2`, with a real minus sign. */
export const signed = (change: number) => (change > 0 ? `+${change}` : String(change).replace('-', '−'));

/** How many orders wait for a product to come from the maker; empty when none does. */
export const waitingText = ({ waiting }: StockProduct) =>
  waiting > 0 ? `${waiting} ${waiting === 1 ? 'order waits' : 'orders wait'} for it` : '';

/** What changed the stock, in words. */
export const stockKindLabels: Record<StockKind, string> = {
  opening: 'First stock',
  correction: 'Corrected',
  received: 'Goods in',
  counted: 'Stock-take',
  damaged: 'Damaged or lost',
  sale: 'Sold',
  return: 'Came back',
};

/** What the form for a kind asks for besides the pieces, and its button. */
export const stockEntryWords: Record<StockEntryKind, { reference: string; book: string }> = {
  received: { reference: 'Delivery note', book: 'Book the Goods' },
  counted: { reference: 'Note', book: 'Book the Differences' },
  damaged: { reference: 'What happened', book: 'Take Them Off the Stock' },
};
