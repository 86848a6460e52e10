import type { ListColumns } from '@contract/product-imports.ts';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { ColumnChoice, type ColumnField } from '#dashboard/components/column-choice.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { RoundingField } from '../../rounding.tsx';
import {
  currencyOf,
  exchangeProblems,
  isChosen,
  listAt,
  type ListToRead,
  type OpenedList,
} from './supplier-list.ts';

const fields: readonly ColumnField<'product' | 'price' | 'stock'>[] = [
  { name: 'product', label: 'Product', hint: 'Model number, address or name', isRequired: true },
  { name: 'price', label: 'Price' },
  { name: 'stock', label: 'Stock' },
];

type ListColumnsPanelProps = {
  list: OpenedList;
  failure: string | null;
  onChange(list: OpenedList): void;
  onCompare(list: ListToRead): void;
  onDiscard(): void;
};

/** Which column of a supplier's list is what. */
export function ListColumnsPanel({ list, failure, onChange, onCompare, onDiscard }: ListColumnsPanelProps) {
  const { fileName, rows, headAt, columns } = list;
  const { currency } = columns;
  const vat = useSql('standard_vat', {});
  const problems = exchangeProblems(list);
  const isReady = isChosen(columns) && !problems.rate && !problems.margin;
  const set = (chosen: Partial<ListColumns>) => onChange({ ...list, columns: { ...columns, ...chosen } });
  return (
    <div className="stack gap-4 card pad-4">
      <h4 className="breaks">Which column of “{fileName}” is what?</h4>
      <ColumnChoice
        fields={fields}
        rows={rows}
        headAt={headAt}
        columns={columns}
        onHeadAt={(next) => onChange({ ...list, ...listAt(list, next) })}
        onColumn={(name, column) =>
          set({ [name]: column, ...(name === 'price' && { currency: currencyOf(column) }) })
        }
      >
        <SelectField
          label="Prices are in"
          options={(['KES', 'USD', 'EUR'] as const).map((value) => ({ value, label: value }))}
          value={currency ?? 'KES'}
          onChange={({ target: { value } }) =>
            set({ currency: value === 'USD' || value === 'EUR' ? value : undefined })
          }
        />
        {currency ? (
          <>
            <Field
              label={`KES for 1 ${currency}`}
              inputMode="decimal"
              autoComplete="off"
              value={list.rate ?? ''}
              error={list.rate && problems.rate}
              onChange={({ target }) => onChange({ ...list, rate: target.value })}
            />
            <Field
              label="Margin on top (%)"
              inputMode="decimal"
              autoComplete="off"
              value={list.margin ?? ''}
              error={problems.margin}
              onChange={({ target }) => onChange({ ...list, margin: target.value })}
            />
          </>
        ) : null}
        {vat.data ? (
          <CheckBox
            label={`Add VAT (${vat.data / 100} %): the prices are without it`}
            checked={list.vat !== undefined}
            onChange={({ target }) => onChange({ ...list, vat: target.checked ? vat.data : undefined })}
          />
        ) : null}
        <RoundingField
          unrounded={currency || list.vat ? 'KES 1, upwards' : 'As in the list'}
          value={columns.round ?? 1}
          onChange={(round) => set({ round })}
        />
      </ColumnChoice>
      {failure ? (
        <Notice tone="error" title="Not compared">
          {failure} The columns are kept.
        </Notice>
      ) : null}
      <div className="cluster gap-3">
        <Button disabled={!isReady} onClick={() => isReady && onCompare({ ...list, columns })}>
          Preview
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
