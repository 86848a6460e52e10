import { countProducts, listProducts, listProductsOfCategory, searchProducts } from '@contract/products.ts';
import { listDeliveryCounties } from '@contract/delivery.ts';
import { productFacets } from '@contract/product-filter.ts';
import { forgottenCaches } from './stored-state.ts';

/** What the API answered, and when, in milliseconds. */
export type KeptAnswer = { data: unknown; at: number };

/** Paths (the first part of a query key) whose answers are the same for everybody. */
const publicPaths: readonly unknown[] = [
  listProducts.path,
  // The part before the category.
  listProductsOfCategory.path.replace('/:category', ''),
  searchProducts.path,
  countProducts.path,
  productFacets.path,
  listDeliveryCounties.path,
];

/** Older answers are not shown: a week, in milliseconds. */
const longest = 7 * 24 * 60 * 60 * 1000;
/** The oldest give way. */
const most = 100;

/** May the answer to this query be stored in the browser, to be shown when there is no connection? */
export function mayKeep(question: readonly unknown[]): boolean {
  return publicPaths.includes(question[0]);
}

const shape = `-${String(import.meta.env.REPLY_SHAPES)}`;

/**
 * A part of what the API answered, stored by the page for offline use. Another shape of replies begins with
 * nothing; signing out and "Forget This Browser" drop every part (`forgetStates`).
 */
export function keptAnswers(part: string) {
  const open = () => caches.open(forgottenCaches + part + shape);
  return {
    /** What was kept, unless it is too old. @param hash of the question */
    async read(hash: string): Promise<KeptAnswer | null> {
      const kept = await (await open()).match(addressOf(hash));
      const answer = kept ? ((await kept.json()) as KeptAnswer) : null;
      return answer && Date.now() - answer.at < longest ? answer : null;
    },
    /** Keeps the last answer to a question. */
    async keep(hash: string, answer: KeptAnswer): Promise<void> {
      const cache = await open();
      // At the end: the first entry is the oldest.
      await cache.delete(addressOf(hash));
      await cache.put(addressOf(hash), Response.json(answer));
      const kept = await cache.keys();
      for (const request of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(request);
    },
  };
}

/** The parts that exist in the shape of this release; those of another release are deleted. */
export async function keptParts(): Promise<string[]> {
  const parts: string[] = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(forgottenCaches)) continue;
    if (name.endsWith(shape)) parts.push(name.slice(forgottenCaches.length, -shape.length));
    else await caches.delete(name);
  }
  return parts;
}

/** Drops a part. */
export async function deleteKeptAnswers(part: string): Promise<void> {
  await caches.delete(forgottenCaches + part + shape);
}

const addressOf = (hash: string) => `/kept/${encodeURIComponent(hash)}`;
