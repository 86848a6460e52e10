import { useQuery } from '@tanstack/react-query';
import { callSql, queryDatabase } from '#dashboard/lib/admin-database.ts';
import { freshSqlQuery, useAdminWrite, useRowsOfTable } from '#dashboard/lib/admin-queries.ts';

/** A search for `word` finds products with `means`. */
export type SearchWord = { id: string; word: string; means: string };

/** The owner's synonyms, in alphabetical order. */
export function useSearchWords() {
  return useRowsOfTable(['search-words'], 'products.write', (database, signal) =>
    database
      .from('search_synonyms')
      .select('id, word, means')
      .order('word')
      .order('means')
      .abortSignal(signal),
  );
}

/** Adds a synonym. The database refuses an existing one (23505). */
export function useAddSearchWord() {
  return useAdminWrite((word: Omit<SearchWord, 'id'>) =>
    queryDatabase((database) => database.from('search_synonyms').insert(word), 'products.write'),
  );
}

export function useRemoveSearchWord() {
  return useAdminWrite((id: string) =>
    queryDatabase((database) => database.from('search_synonyms').delete().eq('id', id), 'products.write'),
  );
}

/** Searches of the last 90 days without results. */
export function useSearchMisses() {
  return useQuery(freshSqlQuery(['search-misses'], 'list_search_misses', {}));
}

/** Removes a search from that list. */
export function useForgetSearchMiss() {
  return useAdminWrite((query: string) => callSql('forget_search_miss', { p_query: query }));
}
