import { type ProductIndex, productIndex } from '@contract/product-index.ts';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { keptAnswers } from './kept-answers.ts';

/** The index of the shop as this device keeps it, and when the shop answered, in milliseconds. */
export type KeptIndex = { index: ProductIndex; at: number };

// Separate from the other answers, of which the oldest are deleted.
const part = 'product-index';
const question = hashKey([productIndex.path]);

/** The index kept on this device, for a component; null if it keeps no index. Does not ask the shop. */
export const keptIndexQuery = queryOptions({
  queryKey: ['kept', productIndex.path],
  queryFn: () => readKeptIndex().catch(() => null),
  // There may be one by now.
  staleTime: ({ state }) => (state.data ? Infinity : 0),
});

export async function readKeptIndex(): Promise<KeptIndex | null> {
  const kept = await keptAnswers(part).read(question);
  return kept && { index: kept.data as ProductIndex, at: kept.at };
}

export async function keepIndex({ index, at }: KeptIndex): Promise<void> {
  await keptAnswers(part).keep(question, { data: index, at });
}
