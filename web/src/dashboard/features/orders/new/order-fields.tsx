import { collectedAtShop } from '@contract/delivery-time.ts';
import type { AdminProduct } from '@contract/admin.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { Link } from 'react-router-dom';
import { weeksOf } from '@contract/to-order.ts';
import { paymentText } from '@contract/quotation-text.ts';
import { AddressField, EmailField, NameField, PhoneField } from '#components/forms/contact-fields.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import type { DeliveryPromise } from '@contract/orders.ts';
import { deliverySentence } from '#orders/delivery-text.ts';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useCounties, useProductsOnSale, useQuote, useTermsOf } from './new-order-queries.ts';
import { OrderLines } from './order-lines.tsx';
import type { FieldOf } from '#dashboard/lib/use-form.ts';
import { collected, countyOf, type TypedOrder, withProduct } from './typed-order.ts';

// The parts of a form in which staff make or change an order.

type PartProps = {
  typed: TypedOrder;
  problemOf(path: string): string | undefined;
  change(changed: Partial<TypedOrder>): void;
  field: FieldOf<TypedOrder>;
};

/** The fields of the buyer, whom a browser does not know. */
const fieldOf =
  ({ field }: Pick<PartProps, 'field'>) =>
  (name: Parameters<typeof field>[0]) => ({ ...field(name), autoComplete: 'off' });

/** Who gets the order, and where. @param numberLabel what the buyer's own number is called, where it is asked for here */
export function BuyerFields({ numberLabel, ...part }: PartProps & { numberLabel?: string }) {
  const field = fieldOf(part);
  return (
    <>
      <div className="pair gap-4 align-top">
        <NameField {...field('name')} />
        <PhoneField {...field('phone')} hint="" />
        <EmailField {...field('email')} />
        <Field label="Organisation" {...field('companyName')} />
        <Field label="KRA PIN" autoCapitalize="characters" spellCheck={false} {...field('pin')} />
        {numberLabel ? <Field label={numberLabel} {...field('purchaseOrder')} /> : null}
      </div>
      <AddressField rows={2} hint="Town, street and a landmark" {...field('address')} />
    </>
  );
}

/** In how many days it is paid, as typed: as its buyer has agreed with the shop, unless something else is. */
export function useDaysToPay(typed: PartProps['typed']): string {
  const terms = useTermsOf(typed);
  return typed.termsDays ?? String(terms?.days ?? '');
}

/** Whether days to pay can be typed: whoever may not agree on more can take away those of the buyer. */
export function useHasTermsField(typed: PartProps['typed']): boolean {
  const terms = useTermsOf(typed);
  return useMay()('orders.special_price') || Boolean(terms);
}

/** Whether it is on account: as its buyer has agreed with the shop, unless something else is typed. */
export function TermsField({ typed, problemOf, change }: PartProps) {
  const terms = useTermsOf(typed);
  const days = useDaysToPay(typed);
  if (!useHasTermsField(typed)) return null;
  return (
    <Field
      label="On account: days to pay"
      hint={
        terms &&
        `On account: ${terms.days} days, limit ${formatKes(terms.limit)}, owed now ${formatCents(terms.owedCents)}.`
      }
      inputMode="numeric"
      autoComplete="off"
      value={days}
      error={problemOf('termsDays')}
      onChange={({ target }) => change({ termsDays: target.value })}
    />
  );
}

/** What a quotation says besides its lines and the charge. */
export function QuotationTermsFields(part: PartProps) {
  const field = fieldOf(part);
  const hasDays = useHasTermsField(part.typed);
  const days = Number(useDaysToPay(part.typed));
  const said = paymentText({ termsDays: (hasDays && days) || null, paymentTerms: '' });
  return (
    <>
      <div className="pair gap-4 align-top">
        <Field label="Last day" type="date" hint="Usually 14 days from today." {...field('lastDay')} />
        <Field
          label="Delivery time"
          hint="For example: 6 to 8 weeks after the order."
          maxLength={100}
          {...field('deliveryTime')}
        />
      </div>
      <Field
        label="Payment terms"
        placeholder={said}
        hint={hasDays && days > 0 ? `It says “${said}” What else? For example: By cheque.` : 'In words.'}
        maxLength={200}
        {...field('paymentTerms')}
      />
      <TextAreaField label="Note" rows={2} maxLength={1000} {...field('note')} />
    </>
  );
}

/** The lines of the order, and a search that adds one. */
export function ProductFields({ typed, problemOf, change }: PartProps) {
  const may = useMay();
  return (
    <>
      {typed.lines.length > 0 ? (
        <div>
          <OrderLines lines={typed.lines} problemOf={problemOf} onChange={(lines) => change({ lines })} />
          {may('orders.special_price') || !typed.lines.some(isPriceOpen) ? null : (
            <p className="muted">An admin can agree on another price.</p>
          )}
        </div>
      ) : null}
      <SearchToChoose
        label="Add a product"
        name="add product"
        hint="By name, brand, model or search word."
        what="products"
        error={problemOf('lines')}
        useFound={useProductsOnSale}
        keyOf={({ id }) => id}
        codeOf={({ model }) => model}
        otherwise={may('products.write') ? addProduct : undefined}
        onChoose={(product) => change({ lines: withProduct(typed, product).lines })}
      >
        {({ name, model, price, ...supply }: AdminProduct) => (
          <>
            <strong className="block">{name}</strong>
            <span className="block quiet">
              {[model, formatKes(price), supplyText(supply)].filter(Boolean).join(' · ')}
            </span>
          </>
        )}
      </SearchToChoose>
    </>
  );
}

const isPriceOpen = ({ bought }: TypedOrder['lines'][number]) => bought?.isPriceOpen !== false;

const addProduct = (
  <>
    <Link to="/admin/products/new" target="_blank">
      Add it under Products
    </Link>
    ; work, such as an installation, as one that comes as a service.
  </>
);

/** What can be ordered of a product. */
function supplyText({
  stock,
  held,
  toOrder,
  isService,
}: Pick<AdminProduct, 'stock' | 'held' | 'toOrder' | 'isService'>) {
  if (isService) return 'a service';
  const available = Math.max(stock - held, 0);
  return available === 0 && toOrder
    ? `to order, ${weeksOf(toOrder)}, ${toOrder.deposit} % first`
    : `${available} can be ordered`;
}

/** What the shop quotes for delivering what is typed. */
export const useTypedQuote = (typed: TypedOrder) =>
  useQuote(
    countyOf(typed),
    typed.lines.map(({ product, quantity }) => ({ productId: product.id, quantity: Number(quantity) || 1 })),
  );

type DeliveryFieldsProps = PartProps & {
  quote: ReturnType<typeof useQuote>['data'];
  /** It is paid first: the day is that of a payment by card now. */
  isPaidFirst?: boolean;
  /** An empty charge is what is quoted, and not outside the total. */
  isQuoted?: boolean;
  /** The charge cannot be changed. */
  isFixed?: boolean;
  /** The buyer may fetch it. */
  mayCollect?: boolean;
};

const isFromMaker = ({ after }: DeliveryPromise) => after === 'maker' || after === 'rest';

/** Where the order goes and what that costs. */
export function DeliveryFields({
  quote,
  isPaidFirst = false,
  isQuoted = false,
  isFixed = false,
  mayCollect = false,
  ...part
}: DeliveryFieldsProps) {
  const counties = useCounties();
  // Without a county these are the prices of the whole country.
  const quoted = countyOf(part.typed) === '' || part.typed.lines.length === 0 ? undefined : quote;
  const { price, low, high } = quoted ?? {};
  const prices = new Set(price === null || price === undefined ? [low, high] : isQuoted ? [] : [price]);
  return (
    <div className="pair gap-4 align-top">
      <SelectField
        label="County"
        placeholder="Not said"
        hint={
          quoted &&
          deliverySentence(
            isPaidFirst
              ? quoted
              : // On account no bank is waited for.
                {
                  ...quoted,
                  ...quoted.otherwise,
                  by: null,
                  after: isFromMaker(quoted) ? 'maker' : null,
                  otherwise: null,
                },
          )
        }
        error={
          counties.isError ? 'The counties could not be loaded. Reload the page.' : part.problemOf('county')
        }
        options={[
          ...(mayCollect ? [{ value: collected, label: collectedAtShop }] : []),
          ...(counties.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={part.typed.county}
        onChange={({ target: { value: county } }) =>
          part.change({ county, ...(county === collected && { deliveryPrice: '' }) })
        }
      />
      {mayCollect && part.typed.county === collected ? null : (
        <Field
          label="Delivery charge in KES"
          placeholder={isQuoted ? quote?.price?.toLocaleString('en-KE') : undefined}
          inputMode="decimal"
          readOnly={isFixed}
          {...fieldOf(part)('deliveryPrice')}
        />
      )}
      {isFixed || part.typed.deliveryPrice !== '' ? null : (
        <div className="cluster gap-3 hide-empty">
          {[...prices].map((kes) =>
            kes ? (
              <Button key={kes} variant="quiet" onClick={() => part.change({ deliveryPrice: String(kes) })}>
                Charge {formatKes(kes)}
              </Button>
            ) : null,
          )}
        </div>
      )}
    </div>
  );
}
