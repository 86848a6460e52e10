import type { ListColumns } from '@contract/product-imports.ts';
import { SelectField } from '#components/forms/select-field.tsx';

export type Rounding = ListColumns['round'];

export const roundings: readonly Rounding[] = [1, 50, 100, 500];

/** The nearest multiple of `step`, and never nothing of a price. */
export const roundedTo = (step: number, figure: number): number =>
  figure > 0 ? Math.max(1, Math.round(figure / step)) * step : figure;

type RoundingFieldProps = {
  /** What prices are when they are not rounded. */
  unrounded: string;
  value: Rounding;
  disabled?: boolean;
  onChange(round: Rounding): void;
};

/** To how many KES prices are rounded. */
export function RoundingField({ unrounded, value, disabled, onChange }: RoundingFieldProps) {
  return (
    <SelectField
      label="Round prices to"
      options={roundings.map((step) => ({
        value: String(step),
        label: step === 1 ? unrounded : `The nearest KES ${step}`,
      }))}
      value={String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value) as Rounding)}
    />
  );
}
