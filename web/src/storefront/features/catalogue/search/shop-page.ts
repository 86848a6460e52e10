import { isNearly, splitWords } from '@contract/search-words.ts';

export type ShopPage = 'warranty' | 'refunds' | 'invoices' | 'delivery';

const words: Record<ShopPage, string[]> = {
  refunds: ['refund', 'return', 'returned', 'kurudisha', 'rudisha'],
  warranty: ['warranty', 'guarantee', 'dhamana'],
  invoices: ['invoice', 'receipt', 'risiti', 'etims', 'etr'],
  delivery: ['delivery', 'deliver', 'delivered', 'ship', 'shipping', 'courier', 'transport', 'usafirishaji'],
};

/** The page of the shop that a search is about; null when it is about what the shop sells. */
export function shopPageOf(search: string): ShopPage | null {
  const typed = splitWords(search).map((word) => word.replace(/s$/, ''));
  if (typed.join(' ').includes('money back')) return 'refunds';
  const pages = Object.keys(words) as ShopPage[];
  return (
    pages.find((page) => words[page].some((one) => typed.some((word) => isNearly(word, one, 1)))) ?? null
  );
}
