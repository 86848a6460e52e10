import { everyParameter, fillPath, publicEndpoint } from './endpoint.ts';
import type { ToOrder } from './to-order.ts';

/** The seven shelves of the shop, in the order in which they are shown. */
export const shopCategories = [
  'solar',
  'batteries',
  'instruments',
  'invertors',
  'converters',
  'pqwt',
  'gps',
] as const;

export type ShopCategory = (typeof shopCategories)[number];

/**
 * One line of a data sheet, e.g. `{ label: 'Exploration depth', value: '300 m' }`, in the maker's order. A label of the
 * vocabulary (`public.attributes`) is stored as its key, and its value is read as a number and compared.
 */
export type Specification = { label: string; value: string };

/** What the shop makes of a data sheet that is being edited: for the product form. */
export type DataSheetReview = {
  /** As cards will show them. */
  keyValues: string[];
  /** Known labels whose value is not a figure in the right unit: shown, and never compared. */
  unread: KnownLabel[];
  /** What buyers of this category need and the data sheet does not say. */
  missing: KnownLabel[];
};

/** A label of the vocabulary (`public.attributes`) and how its value is written. */
export type KnownLabel = { label: string; kind: string; unit: string | null };

/** A picture of a product's gallery. */
export type ProductPicture = {
  /** A web address, or a path of this site. */
  url: string;
  /** What it shows, for people who do not see it; empty when the product's name says enough. */
  alt: string;
};

/** The most pictures of one product. */
export const maxPictures = 8;

export type Product = {
  id: string;
  /** Stable name in addresses: `/api/products/abem-terrameter-ls-2`. */
  slug: string;
  name: string;
  /** A `ShopCategory`, or one that the shop does not show. */
  category: string;
  description: string;
  /** KES, whole shillings. */
  price: number;
  /** The first of its pictures; null when the shop shows a drawing. */
  imageUrl: string | null;
  /** Pieces that can be ordered now: on the shelf less those held for buyers who are paying. */
  stock: number;
  /** What can be ordered from the maker besides; null when nothing can. */
  toOrder: ToOrder | null;
  /** Installation, training, hire: it keeps no stock, and can always be ordered. */
  isService: boolean;
  /** ISO 8601: when somebody's hold ends, of a product of which every piece on the shelf is held. */
  reservedUntil?: string;
  /** Out of five, as a numeric string such as `"4.52"`; `"0.00"` when nobody rated it. */
  rating: string;
  isActive: boolean;
  brand: string | null;
  model: string | null;
  specs: Specification[];
  /** What a buyer compares first, three at most, e.g. `['5.12 kWh', '51.2 V', '100 Ah']`: read from the data sheet. */
  keyValues: string[];
  /** The price per unit, e.g. `KES 18,555 per kWh`: only in a list that is sorted by it, of products that have it. */
  comparedValue?: string;
  /** Whole years. */
  warrantyYears: number | null;
  /** Grams, packed for transport. */
  weightGrams: number | null;
  /** `YYYY-MM-DD`: when the shop expects more pieces; a shopper sees none that has passed. */
  moreOn: string | null;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
};

/** What a line or a tile shows of a product. */
export type ProductSummary = Pick<Product, (typeof summaryFields)[number]>;

export const summaryFields = [
  'id',
  'slug',
  'name',
  'category',
  'brand',
  'model',
  'price',
  'imageUrl',
  'stock',
  'toOrder',
  'isService',
  'rating',
  'keyValues',
] as const;

/** A line of a data sheet as its page shows it. */
export type SheetLine = {
  /** The attribute; null for a line of the owner's own. */
  key: string | null;
  label: string;
  /** With its unit, as the maker wrote it. */
  value: string;
  /** What the maker adds, e.g. `at 80 % depth of discharge`. */
  note: string | null;
  /** How the shop worked it out where the maker does not say it, e.g. `price ÷ energy`. */
  workedOutFrom: string | null;
};

export type SheetGroup = { name: string; lines: SheetLine[] };

/** Everything that the page of a product shows. */
export type ProductPage = {
  /** With `isActive` false it is not sold any more; `stock` is 0 then. */
  product: Product;
  /** What is sold in its place, of one that is not sold any more. */
  replacedBy: ProductSummary | null;
  /** In the order in which they are shown. */
  pictures: ProductPicture[];
  sheet: SheetGroup[];
  /** What it works with, judged from the data sheets: `heading` is the reason, `Batteries, 48 V`; four products of each at most. */
  fits: { heading: string; products: ProductSummary[] }[];
  /** Its series with itself, in the order of what they differ by; empty when that is no table of 3 to 16. */
  family: ProductSummary[];
  /** Of the same kind and no part of the family, those with most in common first, and what is sold out last. */
  related: ProductSummary[];
};

/** Stock is low from 1 to this many pieces: shoppers see the number, the owner an alert. */
export const lowStock = 5;

export type SearchReply = {
  /** What was searched for, the best first, 48 at most. */
  products: Product[];
  /** When nothing was found: eight that come near, or are bought most often when none does. */
  nearest: Product[];
  /** By the data sheets nothing of what is wanted fits what it is wanted for. */
  fitsNothing?: true;
};

export type Suggestions = {
  /** Whole searches: how the word that is being typed may go on, or how it is spelt; three at most. */
  terms: string[];
  /** Categories of what is found, three at most, the fullest first. */
  categories: string[];
  /** The best five. */
  products: ProductSummary[];
  /** Withdrawn products whose model was typed, by name, and what is sold in their place. */
  replaced: { slug: string; name: string; replaces: string }[];
};

/** What may be meant by what has been typed so far, with `?q=`: from two characters on, of which 200 are read. */
export const suggestProducts = publicEndpoint<Suggestions>('/api/suggestions', ['q']);

/** With `?q=`; more than 200 characters are not read. */
export const searchProducts = publicEndpoint<SearchReply>('/api/search', ['q']);

/** The most products of one page of the list. */
export const maxProductsInReply = 1000;

/**
 * A page of what is on sale: filtered as `readProductFilter` reads it, in the order `sort` (`catalogue` without it, `relevance` with `search`), `limit` products
 * (1,000 at most; without it and `cursor` all there are). By a price per unit the sold-out ones are last. `X-Total-Count` says how many the filter leaves, `Link: <…>; rel="next"` leads on (`cursor`). With
 * `?own=yes` the pieces that this browser's own unpaid orders hold count as in stock; with `?count=no` nothing is counted, so that the list need not wait for it. 400 `invalid_request` with `fields`, also for a parameter that there is not, `unknown_filter`, `invalid_cursor`.
 */
export const listProducts = publicEndpoint<Product[]>('/api/products', everyParameter);
/** The same of one category, by price without `sort`. */
export const listProductsOfCategory = publicEndpoint<Product[]>(
  '/api/products/category/:category',
  everyParameter,
);
/** How many products a filter leaves, for the same filter as `listProducts`. 400 as there. */
export const countProducts = publicEndpoint<{ total: number }>('/api/product-count', everyParameter);
/** The same by id, slug or former slug, also when it was sold once and is not any more; 404 `not_found`. With `?own=yes` as above. */
export const getProductPage = publicEndpoint<ProductPage>('/api/products/:product/page');
/** By id, slug or former slug; 404 `not_found`. */
export const getProduct = publicEndpoint<Product>('/api/products/:product');

/** The data sheet of a product as a PDF, with its price of today, by id, slug or former slug; 404 `not_found`. */
export const getDataSheet = publicEndpoint<Response>('/api/data-sheets/:product');

/** Where that PDF is. */
export const dataSheetAddress = (product: string): string => fillPath(getDataSheet.path, { product });

/** A search that found nothing: stored without the person. */
export type SearchMiss = {
  /** In small letters, 80 characters at most. */
  query: string;
  times: number;
  /** `YYYY-MM-DD` */
  lastDay: string;
};
