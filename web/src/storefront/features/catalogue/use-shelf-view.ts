import { useSearchParams } from 'react-router-dom';
import type { ProductView } from './product-list.tsx';
import { type ProductSort, readProductSort } from './product-sort.ts';

/** How a shelf is sorted and viewed: kept in the address, so that it can be shared and survives Back. */
export function useShelfView() {
  const [parameters, setParameters] = useSearchParams();

  // What is the default is not written, so that one shelf has one address.
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
