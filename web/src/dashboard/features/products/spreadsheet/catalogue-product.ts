import type { AdminProduct } from '@contract/admin.ts';

/** A product as its row in a spreadsheet has it: only the first picture, `imageUrl`. */
export type CatalogueProduct = Omit<AdminProduct, 'held' | 'pictures'>;
