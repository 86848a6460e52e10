import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Dialog } from '#components/overlays/dialog.tsx';
import { Field } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { isOutcomeUnknown } from '#dashboard/lib/is-outcome-unknown.ts';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import type { Undoable } from '../spreadsheet/import-text.ts';
import { useChangeProducts } from '../product-queries.ts';
import { type Rounding, RoundingField } from '../rounding.tsx';
import {
  type BulkAction,
  bulkActionNames,
  bulkActions,
  figureOf,
  type PreviewLine,
  previewOf,
} from './bulk-action.ts';
import { CircleAlert } from 'lucide-react';
import styles from './bulk-preview.module.css';

type BulkDialogProps = {
  isOpen: boolean;
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
  onChanged(done: Undoable): void;
  onClose(): void;
};

const figureLabels: Partial<Record<BulkAction, { label: string; hint: string }>> = {
  price: { label: 'Percent', hint: '5 raises the prices, -10 lowers them' },
  'set-stock': { label: 'Pieces for sale', hint: 'The same for each product' },
  'add-stock': { label: 'Pieces to add', hint: 'A negative number removes pieces' },
};

/** Changes the selected products at once: first shows a preview, then changes all or none. */
export function BulkDialog({ isOpen, selected, onSelect, onChanged, onClose }: BulkDialogProps) {
  const [action, setAction] = useState<BulkAction>('price');
  const [typed, setTyped] = useState('');
  const [round, setRound] = useState<Rounding>(1);
  // What was sent when no answer came. Only exactly that can be sent again: pieces to add would be added twice.
  const [unanswered, setUnanswered] = useState<readonly PreviewLine[] | null>(null);
  const [isInDoubt, setIsInDoubt] = useState(false);
  // The same change sent again is the same one.
  const [sent, setSent] = useState(nothingSent);
  const change = useChangeProducts();
  const { confirmPrices, priceDialog } = usePriceCheck();
  const once = useOnce();
  const ids = [...selected].sort();
  const products = useSql(
    'products_by_ids',
    { p_ids: ids },
    { enabled: isOpen && ids.length > 0, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const input = figureOf(action, typed);
  const present =
    'figure' in input
      ? (products.data ?? []).map((product) => previewOf(action, input.figure, product, round))
      : [];
  const lines = unanswered ?? present;
  const changes = lines.flatMap(({ change: one }) => (one ? [one] : []));
  const refused = lines.filter(({ refusal }) => refusal !== null);
  const gone = products.data && !products.isPlaceholderData ? ids.length - products.data.length : 0;

  const startAgain = () => {
    change.reset();
    setTyped('');
    setUnanswered(null);
    setIsInDoubt(false);
    setSent(nothingSent);
  };
  const close = () => {
    startAgain();
    onClose();
  };
  const figure = figureLabels[action];
  const apply = () =>
    once(async () => {
      const named = lines.flatMap(({ product, change: one }) =>
        one ? [{ name: product.name, ...one }] : [],
      );
      if (!(await confirmPrices(named))) return;
      const request = withIdempotencyKey(sent, changes);
      setSent(request);
      const rounded = action === 'price' && round > 1 ? `, rounded to ${round}` : '';
      const what = `${bulkActionNames[action]}${figure ? `: ${typed.trim()}` : ''}${rounded}`;
      await change.mutateAsync({ changes, bulk: { id: request.id, what } }).then(
        (changed) => {
          onChanged({ id: request.id, fileName: what, changed: changed.length, made: 0 });
          // Whoever goes on with others must not change these a second time.
          onSelect(new Set());
          close();
        },
        (error: unknown) => {
          if (isOutcomeUnknown(error)) {
            setUnanswered(lines);
            setIsInDoubt(true);
            return;
          }
          // Somebody was faster: the preview must show the current values.
          setUnanswered(null);
          return products.refetch();
        },
      );
    });
  const leaveOut = () => {
    const out = new Set(refused.map(({ product }) => product.id));
    onSelect(new Set(ids.filter((id) => !out.has(id))));
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      width="wide"
      title={`Change ${counted(selected.size, 'product')}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          {refused.length > 0 && refused.length < lines.length ? (
            <Button variant="secondary" onClick={leaveOut}>
              {`Leave ${refused.length} out`}
            </Button>
          ) : null}
          <Button
            busy={change.isPending}
            disabled={changes.length === 0 || refused.length > 0 || products.isPlaceholderData}
            onClick={apply}
          >
            {`Change ${counted(changes.length, 'product')}`}
          </Button>
        </>
      }
    >
      <div className="pair gap-3 align-top">
        <SelectField
          label="What to change"
          value={action}
          disabled={unanswered !== null}
          data-first-focus
          options={optionsOf(bulkActions, bulkActionNames)}
          onChange={(event) => {
            setAction(event.target.value as BulkAction);
            startAgain();
          }}
        />
        {figure ? (
          <Field
            label={figure.label}
            hint={figure.hint}
            inputMode={action === 'set-stock' ? 'numeric' : 'text'}
            autoComplete="off"
            value={typed}
            disabled={unanswered !== null}
            error={'wrong' in input && input.wrong !== '' && input.wrong}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        {action === 'price' ? (
          <RoundingField
            unrounded="Whole shillings"
            value={round}
            disabled={unanswered !== null}
            onChange={setRound}
          />
        ) : null}
      </div>
      {change.isError ? (
        <Notice
          tone="error"
          title={isInDoubt ? 'It is not known whether this was saved' : 'Nothing was changed'}
          error={change.error}
        >
          <span>{refusalText(change.error)}</span>
          <span>
            {unanswered ? ' Sending it again is safe: what was saved is not changed a second time.' : ''}
          </span>
          <span>{isInDoubt && !unanswered ? ' Some of them may contain your change already.' : ''}</span>
        </Notice>
      ) : null}
      {gone > 0 ? (
        <Notice tone="warning" announce="none">
          {`${gone === 1 ? 'One of them no longer exists' : `${gone} of them no longer exist`}: somebody deleted it meanwhile.`}
        </Notice>
      ) : null}
      <Loaded query={products} what="the products">
        {() => <BulkPreview lines={lines} />}
      </Loaded>
      {priceDialog}
    </Dialog>
  );
}

function refusalText(error: unknown): string {
  const count = error instanceof ApiError ? (error.reply?.products?.length ?? 0) : 0;
  if (count === 0) return errorSentence(error);
  return `${count === 1 ? 'One of them was' : `${count} of them were`} changed, sold or deleted meanwhile. The list below shows their present values: check it and apply again.`;
}

/** Each product before and after; those that cannot be changed come first. */
function BulkPreview({ lines }: { lines: readonly PreviewLine[] }) {
  if (lines.length === 0) return <p className="muted">Type a figure to see what each product will become.</p>;
  const refused = lines.filter(({ refusal }) => refusal !== null);
  const staying = lines.filter(({ refusal, change }) => refusal === null && change === null);
  const changing = lines.filter(({ change }) => change !== null);
  const summary = [
    `${formatCount(changing.length)} will change`,
    staying.length > 0 && `${formatCount(staying.length)} stay as they are`,
    refused.length > 0 && `${formatCount(refused.length)} cannot be changed`,
  ].filter(Boolean);
  return (
    <div className="stack gap-2">
      <p role="status">
        <strong>
          {`${summary.join(', ')}${
            refused.length > 0
              ? '. Nothing is changed while one of them cannot be: leave it out or choose another figure.'
              : ''
          }`}
        </strong>
      </p>
      <ul className="stack ink-line-above small">
        {[...refused, ...changing, ...staying].map(({ product, before, after, refusal, change }) => (
          <li key={product.id} className={`stack line-below pad-y-2 ${styles.line}`}>
            <span>{product.name}</span>
            <span className={`tabular one-line ${styles.figures}`}>
              {change === null && refusal === null ? (
                <span className="muted">stays {before}</span>
              ) : (
                <span>
                  <span className="muted">{before}</span> <span aria-hidden="true">→</span>
                  <span className="visually-hidden">becomes</span> <strong>{after}</strong>
                </span>
              )}
            </span>
            {refusal === null ? null : (
              <span className="row gap-icon whole-row strong bad icons-16">
                <CircleAlert />
                {refusal}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
