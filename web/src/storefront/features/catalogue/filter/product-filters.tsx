import type {
  ProductFacets,
  ProductFilter,
  SpecFacet,
  TextFacet,
  ValueRange,
} from '@contract/product-filter.ts';
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
import { RangeInputs } from './range-inputs.tsx';

type ProductFiltersProps = {
  facets: ProductFacets;
  filter: ProductFilter;
  /** On a category page the category is fixed; search results can be narrowed to one. */
  isCategory: boolean;
  onChange: (change: FilterChange) => void;
};

/** How many attributes are shown at once, beside price and brand: the others stand under "More filters". */
const mainAttributes = 4;
const anything: ValueRange = [null, null];

/** The filters of a list, each option with the number of matching products. */
export function ProductFilters({ facets, filter, isCategory, onChange }: ProductFiltersProps) {
  const { brands = [], minPrice = null, maxPrice = null, inStock = false, specs = {}, texts = {} } = filter;
  const groups = attributesByUse(facets).map((facet) => {
    const { key, label } = facet;
    return {
      isChosen: key in specs || key in texts,
      group: (isOpen: boolean) => (
        <Group key={key} title={label} isOpen={isOpen}>
          {'low' in facet ? (
            <ValueFilter
              facet={facet}
              range={specs[key] ?? anything}
              onChange={(range) => onChange((now) => withSpec(now, key, range))}
            />
          ) : (
            <Options
              options={facet.options.map(({ value, slug, count }) => ({
                label: value,
                count,
                isOn: texts[key]?.includes(slug) ?? false,
                choose: (isOn) => onChange((now) => withText(now, key, slug, isOn)),
              }))}
            />
          )}
        </Group>
      ),
    };
  });
  const others = groups.slice(mainAttributes);
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
      {groups.slice(0, mainAttributes).map(({ group }) => group(true))}
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
      {others.length > 0 ? (
        <Group title="More filters" isOpen={others.some(({ isChosen }) => isChosen)}>
          {others.map(({ group, isChosen }) => group(isChosen))}
        </Group>
      ) : null}
    </div>
  );
}

/** What half of the shelf states comes first, in the order of importance; prices per unit and what few state last. */
function attributesByUse({ specs, texts }: ProductFacets): (SpecFacet | TextFacet)[] {
  const knownOf = (facet: SpecFacet | TextFacet) =>
    'known' in facet ? facet.known : facet.options.reduce((sum, { count }) => sum + count, 0);
  const isPrice = (facet: SpecFacet | TextFacet) => 'unit' in facet && facet.unit === 'KES';
  const all = [...specs, ...texts];
  const half = Math.max(0, ...all.map(knownOf)) / 2;
  const rank = (facet: SpecFacet | TextFacet) => Number(isPrice(facet)) * 2 + Number(knownOf(facet) < half);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

type ValueFilterProps = {
  facet: SpecFacet;
  range: ValueRange;
  onChange: (range: ValueRange) => void;
};

function ValueFilter({ facet, range, onChange }: ValueFilterProps) {
  const options = facet.options.map(({ low, high, count }) => ({
    label: formatRange([low, high], facet),
    count,
    isOn: range[0] === low && range[1] === high,
    choose: (isOn: boolean) => onChange(isOn ? [low, high] : anything),
  }));
  // Between two values there is nothing to type: only an address can hold another range.
  const isTyped = range !== anything && !options.some(({ isOn }) => isOn);
  return (
    <>
      <Options options={options} />
      {facet.kind === 'number' && (isTyped || options.length > 2) ? (
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
    <details className={`line-above ${styles.group}`} open={isOpen}>
      <summary id={id} className="row spread target strong">
        {title}
      </summary>
      <div role="group" aria-labelledby={id} className={`stack gap-3 ${styles.choices}`}>
        {children}
      </div>
    </details>
  );
}

type Option = { label: string; count: number; isOn: boolean; choose: (isOn: boolean) => void };

function Options({ options }: { options: readonly Option[] }) {
  return (
    <ul className={`flex gap-2 wrap ${styles.options}`}>
      {options.map(({ label, count, isOn, choose }) => (
        <li key={label}>
          <button
            type="button"
            className={`control row gap-2 target text-start small tabular ${styles.option}`}
            aria-pressed={isOn}
            onClick={() => choose(!isOn)}
          >
            <span>{label}</span>
            <span className={`quiet ${styles.count}`}>
              {count}
              <span className="visually-hidden">{count === 1 ? ' product' : ' products'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
