import type { ValueRange, ProductFacets, ProductFilter, SpecFacet } from '@contract/product-filter.ts';
import { type ReactNode, useId } from 'react';
import { CheckBox } from '#components/forms/check-box.tsx';
import { categoryHeading } from '../category-facts.ts';
import { formatRange } from './format-range.ts';
import {
  type FilterChange,
  withBrand,
  withCategory,
  withPrice,
  withSpec,
  withStock,
  withText,
} from './filter-parts.ts';
import styles from './product-filters.module.css';
import { classNames } from '#components/page/class-names.ts';
import { RangeInputs } from './range-inputs.tsx';

type ProductFiltersProps = {
  facets: ProductFacets;
  filter: ProductFilter;
  /** On a category page the category is fixed; search results can be narrowed to one. */
  isCategory: boolean;
  onChange: (change: FilterChange) => void;
};

/** How many figures are expanded initially: the most important ones. */
const openValues = 6;
const openTexts = 2;
const anything: ValueRange = [null, null];

/** All filters of a list, each option with the number of matching products. */
export function ProductFilters({ facets, filter, isCategory, onChange }: ProductFiltersProps) {
  const { brands = [], minPrice = null, maxPrice = null, inStock = false, specs = {}, texts = {} } = filter;
  return (
    <div className="stack">
      <CheckBox
        label={`In stock (${facets.inStock})`}
        checked={inStock}
        onChange={({ target }) => onChange((now) => withStock(now, target.checked))}
      />
      {isCategory ? null : (
        <Group title="Category" isOpen>
          <Options
            options={facets.categories.map(({ category, count }) => ({
              label: categoryHeading(category).title,
              count,
              isOn: filter.category === category,
              choose: (isOn) => onChange((now) => withCategory(now, isOn ? category : null)),
            }))}
          />
        </Group>
      )}
      <Group title="Price" isOpen>
        <RangeInputs
          label="Price"
          unit="KES"
          isWhole
          range={[minPrice, maxPrice]}
          low={facets.price.low}
          high={facets.price.high}
          onChange={(range) => onChange((now) => withPrice(now, range))}
        />
      </Group>
      {facets.specs.map((facet, index) => (
        <Group key={facet.key} title={facet.label} isOpen={index < openValues || facet.key in specs}>
          <ValueFilter
            facet={facet}
            range={specs[facet.key] ?? anything}
            onChange={(range) => onChange((now) => withSpec(now, facet.key, range))}
          />
        </Group>
      ))}
      {facets.texts.map(({ key, label, options }, index) => (
        <Group key={key} title={label} isOpen={index < openTexts || key in texts}>
          <Options
            options={options.map(({ value, slug, count }) => ({
              label: value,
              count,
              isOn: texts[key]?.includes(slug) ?? false,
              choose: (isOn) => onChange((now) => withText(now, key, slug, isOn)),
            }))}
          />
        </Group>
      ))}
      {facets.brands.length > 1 || brands.length > 0 ? (
        <Group title="Brand" isOpen>
          <Options
            options={facets.brands.map(({ brand, count }) => ({
              label: brand,
              count,
              isOn: brands.includes(brand),
              choose: (isOn) => onChange((now) => withBrand(now, brand, isOn)),
            }))}
          />
        </Group>
      ) : null}
    </div>
  );
}

type ValueFilterProps = {
  facet: SpecFacet;
  range: ValueRange;
  onChange: (range: ValueRange) => void;
};

function ValueFilter({ facet, range, onChange }: ValueFilterProps) {
  return (
    <>
      <Options
        options={facet.options.map(({ low, high, count }) => ({
          label: formatRange([low, high], facet),
          count,
          isOn: range[0] === low && range[1] === high,
          choose: (isOn) => onChange(isOn ? [low, high] : anything),
        }))}
      />
      {facet.kind === 'number' ? (
        <RangeInputs
          label={facet.label}
          unit={facet.unit}
          range={range}
          low={facet.low}
          high={facet.high}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <details className={classNames('line-above', styles.group)} open={isOpen}>
      <summary id={id} className="row spread target strong">
        {title}
      </summary>
      <div role="group" aria-labelledby={id} className={classNames('stack gap-3', styles.choices)}>
        {children}
      </div>
    </details>
  );
}

type Option = { label: string; count: number; isOn: boolean; choose: (isOn: boolean) => void };

function Options({ options }: { options: readonly Option[] }) {
  return (
    <ul className={classNames('flex gap-2 wrap', styles.options)}>
      {options.map(({ label, count, isOn, choose }) => (
        <li key={label}>
          <button
            type="button"
            className={classNames('control row gap-2 target text-start small tabular', styles.option)}
            aria-pressed={isOn}
            onClick={() => choose(!isOn)}
          >
            <span>{label}</span>
            <span className={classNames('quiet', styles.count)}>
              {count}
              <span className="visually-hidden">{count === 1 ? ' product' : ' products'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
