import type { ListColumns } from '@contract/product-imports.ts';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { ColumnChoice, type ColumnField } from '#dashboard/components/column-choice.tsx';
import { RoundingField } from '../../rounding.tsx';
import { isChosen, listAt, type ListToRead, type OpenedList } from './supplier-list.ts';

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
  const set = (chosen: Partial<ListColumns>) => onChange({ ...list, columns: { ...columns, ...chosen } });
  return (
    <div className="stack gap-4 card pad-4">
      <h4 className="breaks">Which column of “{fileName}” is what?</h4>
      <ColumnChoice
        fields={fields}
        rows={rows}
        headAt={headAt}
        columns={columns}
        onHeadAt={(next) => onChange(listAt(list, next))}
        onColumn={(name, column) => set({ [name]: column })}
      >
        <RoundingField
          unrounded="As in the list"
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
        <Button
          disabled={!isChosen(columns)}
          onClick={() => isChosen(columns) && onCompare({ ...list, columns })}
        >
          Preview
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
