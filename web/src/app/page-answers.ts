import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What the API answered when a page was prerendered: the question, the answer, and when, in milliseconds. */
export type PageAnswer = { key: QueryKey; data: unknown; at: number };

/**
 * Gives a page the answers that it was prerendered with, in the build and in the browser, so that both render the same.
 * They count as old: a browser shows them and asks again at once.
 */
export function adoptAnswers(queryClient: QueryClient, answers: readonly PageAnswer[]): void {
  for (const { key, data, at } of answers) queryClient.setQueryData(key, data, { updatedAt: at });
  void queryClient.invalidateQueries({ refetchType: 'none' });
}
