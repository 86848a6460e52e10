import { useMutation, useQuery } from '@tanstack/react-query';
import { askDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

/** Who types `word` is shown what has `means`. */
export type SearchWord = { id: string; word: string; means: string };

/** Every word of the owner's, in alphabetical order. */
export function useSearchWords() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'search-words'],
    queryFn: ({ signal }) =>
      askDatabase((database) =>
        database
          .from('search_synonyms')
          .select('id, word, means')
          .order('word')
          .order('means')
          .abortSignal(signal)
          .overrideTypes<SearchWord[], { merge: false }>(),
      ),
  });
}

/** Adds a word. One that is there already is refused by the database (23505). */
export function useAddSearchWord() {
  return useMutation({
    mutationFn: (word: Omit<SearchWord, 'id'>) =>
      askDatabase((database) => database.from('search_synonyms').insert(word)),
    onSuccess: useRefreshAdmin(),
  });
}

export function useRemoveSearchWord() {
  return useMutation({
    mutationFn: (id: string) =>
      askDatabase((database) => database.from('search_synonyms').delete().eq('id', id)),
    onSuccess: useRefreshAdmin(),
  });
}

/** Searches of the last 90 days that found nothing. */
export function useSearchMisses() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'search-misses'],
    queryFn: ({ signal }) =>
      askDatabase((database) => database.rpc('list_search_misses').abortSignal(signal)),
  });
}

/** Takes a search off that list. */
export function useForgetSearchMiss() {
  return useMutation({
    mutationFn: (query: string) =>
      askDatabase((database) => database.rpc('forget_search_miss', { p_query: query })),
    onSuccess: useRefreshAdmin(),
  });
}
