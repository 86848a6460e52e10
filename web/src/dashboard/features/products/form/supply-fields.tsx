import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import type { ProductValues, ToOrderValues } from './product-values.ts';

const supplies = [
  { value: 'stock', label: 'From stock' },
  { value: 'public', label: 'From stock, else to order' },
  { value: 'staff', label: 'From stock, else to order when staff enter the order' },
  { value: 'service', label: 'A service: no stock, no parcel' },
];

/** What is common in this trade. */
const usual: ToOrderValues = { low: '6', high: '8', deposit: '30', isPublic: true };

type SupplyFieldsProps = {
  values: Pick<ProductValues, 'isService' | 'toOrder'>;
  set: (values: Partial<ProductValues>) => void;
  /** By the path of the field: `toOrder.low`. */
  errorOf: (path: string) => string | undefined;
};

/** How pieces come: from stock, from the maker against a deposit, or not at all, of a service. */
export function SupplyFields({ values: { isService, toOrder }, set, errorOf }: SupplyFieldsProps) {
  const supply = isService ? 'service' : toOrder ? (toOrder.isPublic ? 'public' : 'staff') : 'stock';
  const choose = (chosen: string) =>
    set({
      isService: chosen === 'service',
      toOrder:
        chosen === 'public' || chosen === 'staff'
          ? { ...(toOrder ?? usual), isPublic: chosen === 'public' }
          : null,
    });
  const figure = (name: 'low' | 'high' | 'deposit') => ({
    name: `toOrder.${name}`,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    required: true,
    value: toOrder?.[name] ?? '',
    error: errorOf(`toOrder.${name}`),
    onChange: (typed: { target: { value: string } }) =>
      toOrder && set({ toOrder: { ...toOrder, [name]: typed.target.value } }),
  });
  return (
    <>
      <SelectField
        label="How it comes"
        name="supply"
        options={supplies}
        value={supply}
        onChange={(event) => choose(event.target.value)}
      />
      {toOrder ? (
        <div className="pair gap-4 align-top">
          <Field label="Weeks, at least" {...figure('low')} />
          <Field label="Weeks, at most" {...figure('high')} />
          <Field label="Paid first (%)" hint="The rest when it has come" {...figure('deposit')} />
        </div>
      ) : null}
    </>
  );
}
