import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { SearchMisses } from '#dashboard/features/products/search-words/search-misses.tsx';
import { SearchWordForm } from '#dashboard/features/products/search-words/search-word-form.tsx';
import { SearchWordList } from '#dashboard/features/products/search-words/search-word-list.tsx';
import {
  useSearchMisses,
  useSearchWords,
} from '#dashboard/features/products/search-words/search-word-queries.ts';

/** `/admin/products/search`: searches without results, and the synonyms of the search. */
export function SearchWordsPage() {
  return (
    <div className="stack gap-5">
      <BackLink to="/admin/products">Products</BackLink>
      <h2>What shoppers search for</h2>
      <section className="stack gap-3" aria-labelledby="not-found">
        <h3 id="not-found" tabIndex={-1}>
          Searches without a result
        </h3>
        <p className="muted">
          Stock it, add the word to a product’s search words, or say below what it means. Who searched is not
          stored.
        </p>
        <Loaded query={useSearchMisses()} what="the searches" lines={4}>
          {(misses) => <SearchMisses misses={misses} />}
        </Loaded>
      </section>
      <section className="stack gap-4" aria-labelledby="words">
        <h3 id="words" tabIndex={-1}>
          Words that the search understands
        </h3>
        <p className="muted">
          Swahili, local spellings and trade names. A word takes effect at once; swapped or missing letters
          are understood anyway.
        </p>
        <SearchWordForm />
        <Loaded query={useSearchWords()} what="the words" lines={6}>
          {(words) => <SearchWordList words={words} />}
        </Loaded>
      </section>
    </div>
  );
}
