import { useSearchParams } from 'react-router-dom';
import type { ProductView } from './product-list.tsx';
import { type ProductSort, readProductSort } from './product-sort.ts';

/** The sort and the view of a category: in the query string, so that they can be shared and survive Back. */
export function useCategoryView() {
  const [parameters, setParameters] = useSearchParams();

  // Defaults are not written, so that one category has one address.
  const set = (name: string, value: string, isDefault: boolean) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (isDefault) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return {
    sort: readProductSort(parameters.get('sort')),
    view: (parameters.get('view') === 'list' ? 'list' : 'grid') as ProductView,
    setSort: (sort: ProductSort) => set('sort', sort, sort === 'price'),
    setView: (view: ProductView) => set('view', view, view === 'grid'),
  };
}
