import type { AdminProduct } from '@contract/admin.ts';
import type { companyFields } from '@contract/company.ts';
import { formatKes } from '@contract/money.ts';
import {
  AddressField,
  CompanyFields,
  EmailField,
  NameField,
  PhoneField,
} from '#components/forms/contact-fields.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { deliverySentence } from '#orders/delivery-text.ts';
import { deliverySummary } from '#orders/order-delivery-text.ts';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { useCounties, useProductsOnSale, useQuote } from './new-order-queries.ts';
import { OrderLines } from './order-lines.tsx';
import { type TypedOrder, withProduct } from './typed-order.ts';

// The parts of a form in which staff make or change an order.

type PartProps = {
  typed: TypedOrder;
  problemOf(path: string): string | undefined;
  onChange(changed: Partial<TypedOrder>): void;
};

const fieldOf =
  ({ typed, problemOf, onChange }: PartProps) =>
  (name: keyof typeof companyFields | 'name' | 'email' | 'phone' | 'address' | 'deliveryPrice') => ({
    value: typed[name],
    error: problemOf(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });

/** Who gets the order, and where. */
export function BuyerFields({ needed = [], ...part }: PartProps & { needed?: readonly string[] }) {
  const field = fieldOf(part);
  return (
    <>
      <NameField {...field('name')} />
      <div className="pair gap-5 gap-y-2 align-top">
        <PhoneField {...field('phone')} />
        <EmailField hint={needed.includes('email') ? undefined : 'Optional.'} {...field('email')} />
      </div>
      <AddressField hint="Town, street and a landmark, or: collected at the counter" {...field('address')} />
      <CompanyFields field={field} />
    </>
  );
}

/** The lines of the order, and a search that adds one. */
export function ProductFields({ typed, problemOf, onChange }: PartProps) {
  return (
    <>
      <OrderLines lines={typed.lines} problemOf={problemOf} onChange={(lines) => onChange({ lines })} />
      <SearchToChoose
        label="Add a product"
        name="add product"
        hint="By name, brand, model or search word."
        what="products"
        error={problemOf('lines')}
        useFound={useFoundProducts}
        keyOf={({ id }) => id}
        codeOf={({ model }) => model}
        onChoose={(product) => onChange({ lines: withProduct(typed, product).lines })}
      >
        {({ name, model, price, stock, held }: AdminProduct) => (
          <>
            <strong className="block">{name}</strong>
            <span className="block quiet">
              {[model, formatKes(price), `${Math.max(stock - held, 0)} can be ordered`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        )}
      </SearchToChoose>
    </>
  );
}

function useFoundProducts(words: string) {
  const { data, error } = useProductsOnSale(words);
  return { data: data?.rows, error };
}

/** What the shop quotes for delivering what is typed. */
export const useTypedQuote = ({ county, lines }: TypedOrder) =>
  useQuote(
    county,
    lines.map(({ product, quantity }) => ({ productId: product.id, quantity: Number(quantity) || 1 })),
  );

type DeliveryFieldsProps = PartProps & {
  quote: ReturnType<typeof useQuote>['data'];
  /** What an empty charge means, when that is not what is quoted. */
  hint?: string;
  /** The charge cannot be changed. */
  isFixed?: boolean;
};

/** Where the order goes and what that costs. */
export function DeliveryFields({ quote, hint, isFixed = false, ...part }: DeliveryFieldsProps) {
  const counties = useCounties();
  return (
    <div className="pair gap-5 gap-y-2 align-top">
      <SelectField
        label="County"
        placeholder="Not said"
        hint={quote && part.typed.lines.length > 0 ? deliverySentence(quote) : undefined}
        error={
          counties.isError ? 'The counties could not be loaded. Reload the page.' : part.problemOf('county')
        }
        options={(counties.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        value={part.typed.county}
        onChange={({ target }) => part.onChange({ county: target.value })}
      />
      <Field
        label="Delivery charge in KES"
        hint={hint ?? `${deliverySummary(quote)} if this is empty.`}
        inputMode="decimal"
        readOnly={isFixed}
        {...fieldOf(part)('deliveryPrice')}
      />
    </div>
  );
}
