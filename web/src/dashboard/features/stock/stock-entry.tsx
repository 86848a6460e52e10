import {
  type BookedPieces,
  maxStockLines,
  maxStockTextLength,
  stockEntryKinds,
  type StockProduct,
} from '@contract/stock.ts';
import { orderNumber } from '@contract/order-number.ts';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { StockLine } from './stock-line.tsx';
import {
  stockDraft,
  changeOf,
  emptyStockEntry,
  expectedOf,
  isCount,
  type TypedStockEntry,
  typedStockEntry,
  withStock,
  withStockProduct,
} from './typed-entry.ts';
import { signed, signedPieces, waitingText, stockEntryWords, stockKindLabels } from './stock-text.ts';

/** After these, what is in the shop is not what the form shows. */
const stockRefusals: (string | undefined)[] = ['stock_meanwhile', 'pieces_missing'];

/** A delivery, a stock-take or a breakage: find a product, type its pieces, next. Kept in this tab until it is booked. */
export function StockEntry() {
  const [booked, setBooked] = useState<readonly BookedPieces[] | null>(null);
  const form = useForm({
    initial: emptyStockEntry,
    draft: stockDraft,
    read: typedStockEntry,
    send: (request, { id }) => callSql('book_stock', { ...request, p_id: id }),
    onSent: (moved, { p_lines }) => {
      const ids = new Set(p_lines.map(({ productId }) => productId));
      // What was typed beside them while they were sent stays.
      const rest = latest.current.lines.filter(({ product }) => !ids.has(product.productId));
      const next = { ...emptyStockEntry, kind: latest.current.kind };
      form.startAgain(next);
      form.change({ ...next, lines: rest });
      setBooked(moved);
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || !stockRefusals.includes(error.reply?.code)) return;
      const ids = latest.current.lines.map(({ product }) => product.productId);
      void callSql('find_stock', { p_ids: ids }).then(
        (stock) => form.change((before) => withStock(before, stock)),
        () => {},
      );
    },
  });
  const { typed, change, problemOf, field } = form;
  const latest = useLatest(typed);
  const words = stockEntryWords[typed.kind];
  /** The field of a product's pieces, or the search. */
  const focusOn = (name: string) =>
    requestAnimationFrame(() =>
      form.props.ref.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus(),
    );
  const choose = (product: StockProduct) => {
    setBooked(null);
    change((before) => withStockProduct(before, product));
    focusOn(`pieces ${product.productId}`);
  };
  return (
    <form {...form.props} className="stack gap-5">
      {form.isRestored ? (
        <RestoredNotice onDiscard={() => form.startAgain({ ...emptyStockEntry, kind: typed.kind })}>
          It is not booked yet.
        </RestoredNotice>
      ) : null}
      {booked ? <Booked pieces={booked} /> : null}
      <div className="pair gap-5 gap-y-2 align-top">
        <SelectField
          label="What happened"
          options={optionsOf(stockEntryKinds, stockKindLabels)}
          {...field('kind')}
        />
        <Field
          label={words.reference}
          autoComplete="off"
          maxLength={maxStockTextLength}
          {...field('reference')}
        />
        {typed.kind === 'received' ? (
          <Field label="Supplier" autoComplete="off" maxLength={maxStockTextLength} {...field('supplier')} />
        ) : null}
      </div>
      {typed.lines.length < maxStockLines ? (
        <SearchToChoose
          label="Find a product"
          hint="A few letters of its name, brand or model number."
          name="find"
          what="products"
          error={problemOf('lines')}
          useFound={useStock}
          keyOf={({ productId }) => productId}
          codeOf={({ model }) => model}
          onChoose={choose}
        >
          {(product: StockProduct) => (
            <>
              <strong className="block">{product.name}</strong>
              <span className="block quiet">
                {[product.model, `${expectedOf(product)} in the shop`, waitingText(product)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          )}
        </SearchToChoose>
      ) : (
        <Notice tone="info" title={`An entry has at most ${maxStockLines} products`}>
          Book these, then go on with the next ones.
        </Notice>
      )}
      {typed.lines.map((line, index) => (
        <StockLine
          key={line.product.productId}
          kind={typed.kind}
          line={line}
          problemOf={(field) => problemOf(`lines[${index}].${field}`)}
          onChange={(changed) =>
            change({ lines: typed.lines.map((one, at) => (at === index ? { ...one, ...changed } : one)) })
          }
          onRemove={() => {
            change({ lines: typed.lines.filter((_, at) => at !== index) });
            focusOn('find');
          }}
          onNext={() => focusOn('find')}
        />
      ))}
      {typed.lines.length > 0 ? (
        <p aria-live="polite" className="strong">
          {summaryOf(typed)}
        </p>
      ) : null}
      <NotSaved title="Nothing is booked" error={form.failure} />
      <div>
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {words.book}
        </Button>
      </div>
    </form>
  );
}

/** What booking would do: `12 products, 2 differ: +1 piece, −3 pieces`. */
function summaryOf({ kind, lines }: TypedStockEntry): string {
  const changes = lines.map((line) => changeOf(kind, line)).filter((change) => change !== null);
  const [more, fewer] = [changes.filter((change) => change > 0), changes.filter((change) => change < 0)];
  const sums = [more, fewer].filter((some) => some.length > 0).map((some) => signedPieces(sumOf(some)));
  const products = `${lines.length} ${lines.length === 1 ? 'product' : 'products'}`;
  if (!isCount(kind)) return [products, ...sums].join(', ');
  if (changes.length < lines.length) return `${changes.length} of ${products} counted`;
  const differing = more.length + fewer.length;
  return differing === 0
    ? `${products}, no difference`
    : `${products}, ${differing} ${differing === 1 ? 'differs' : 'differ'}: ${sums.join(', ')}`;
}

const sumOf = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);

function Booked({ pieces }: { pieces: readonly BookedPieces[] }) {
  if (pieces.length === 0) {
    return (
      <Notice tone="success" title="Everything is as counted">
        No stock has changed.
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="Booked">
      <ul>
        {pieces.map(({ productId, name, change, served }) => (
          <li key={productId}>
            {`${signed(change)} ${name}`}
            {served.map((id) => (
              <Fragment key={id}>
                {', for '}
                <Link to={`/admin/orders/${id}`}>{`#${orderNumber(id)}`}</Link>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Eight products with these words in name, brand, model or search words; one letter is in nearly every name. */
const useStock = (words: string) =>
  useSql(
    'find_stock',
    { p_search: words },
    // A choice counts with what is in the shop now, not with what was found before the last booking.
    { gcTime: 0, enabled: words.length >= 2 },
  );

/** `/admin/products/stock`: goods that came in, a stock-take, and what broke. */
export function StockPage() {
  return (
    <div className="stack gap-4">
      <h2>Stock</h2>
      <StockEntry />
    </div>
  );
}
