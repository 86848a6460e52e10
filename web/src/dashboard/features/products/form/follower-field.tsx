import type { AdminProduct } from '@contract/admin.ts';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { fieldLabels } from './product-values.ts';

type FollowerFieldProps = { slug: string; error: string | undefined; onChange(slug: string): void };

/** Chooses what is sold in place of a withdrawn product. */
export function FollowerField({ slug, error, onChange }: FollowerFieldProps) {
  const chosen = useProducts(slug).data?.rows.find((one) => one.slug === slug);
  return (
    <div className="stack gap-2">
      <SearchToChoose
        label={fieldLabels.replacedBy}
        hint="Shoppers who look for this product are led to it"
        what="products"
        error={error}
        useFound={useProducts}
        keyOf={({ id }) => id}
        onChoose={(found) => onChange(found.slug)}
      >
        {nameOf}
      </SearchToChoose>
      {slug ? (
        <p className="cluster gap-3 breaks">
          <Link to={`/product/${slug}`}>{chosen ? nameOf(chosen) : slug}</Link>
          <Button
            variant="quiet"
            aria-label={`Remove ${chosen ? nameOf(chosen) : slug}`}
            onClick={() => onChange('')}
          >
            Remove
          </Button>
        </p>
      ) : null}
    </div>
  );
}

const nameOf = ({ name, model }: AdminProduct) => [name, model].filter(Boolean).join(', ');

const useProducts = (words: string) =>
  useSql('find_products', { p_search: words, p_limit: 8 }, { enabled: words.length >= 3 });
