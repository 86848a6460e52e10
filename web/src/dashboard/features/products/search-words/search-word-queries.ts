import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** A search for `word` finds products with `means`. */
export type SearchWord = { id: string; word: string; means: string };

/** The owner's synonyms, in alphabetical order. */
export const useSearchWords = () => useQuery(sqlQueryAlwaysStale(['search-words'], 'list_search_words', {}));

/** Adds a synonym. The database refuses an existing one (23505). */
export function useAddSearchWord() {
  return useAdminWrite(({ word, means }: Omit<SearchWord, 'id'>) =>
    callSql('add_search_word', { p_word: word, p_means: means }),
  );
}

export function useRemoveSearchWord() {
  return useAdminWrite((id: string) => callSql('remove_search_word', { p_id: id }));
}

/** Searches of the last 90 days without results. */
export function useSearchMisses() {
  return useQuery(sqlQueryAlwaysStale(['search-misses'], 'list_search_misses', {}));
}

/** Removes a search from that list. */
export function useForgetSearchMiss() {
  return useAdminWrite((query: string) => callSql('forget_search_miss', { p_query: query }));
}
