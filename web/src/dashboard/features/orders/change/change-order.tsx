import type { OrderChangeEffect, OrderDetails, OrderToChange } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { Notice } from '#components/page/notice.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { useTypedForm } from '#lib/forms/use-typed-form.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { orderNumber } from '@contract/order-number.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQuery, useAdminWrite, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import {
  BuyerFields,
  DeliveryFields,
  ProductFields,
  TermsField,
  useTypedQuote,
} from '../new/order-fields.tsx';
import { useCounties } from '../new/new-order-queries.ts';
import { lineProblemText, type TypedOrder, typedOrder, withPricesOf } from '../new/typed-order.ts';
import { changeDraft } from './change-draft.ts';
import { differences, effectLines, fieldDifferences, rebased, typedOf } from './changed-order.ts';

type Request = NonNullable<ReturnType<typeof typedOrder>['request']>;

/**
 * The form in which staff change an order that is not sent. What somebody else changes meanwhile is shown beside what
 * is typed, of which nothing is lost. It is kept in this tab until it is saved.
 */
export function ChangeOrder({ details: { order, changing: now } }: { details: OrderDetails }) {
  const navigate = useNavigateAfterReply();
  const refresh = useRefreshAdmin();
  const counties = useCounties();
  const may = useMay();
  const stored = changeDraft(order.id);
  const [draft] = useState(() => stored.recall());
  const [wasRestored, setWasRestored] = useState(draft !== null);
  const [seen, setSeen] = useState(draft?.seen ?? now);
  const [typed, setTyped] = useState(() => draft?.typed ?? typedOf(now));
  // Each time what was seen, and what it is since then.
  const [meanwhile, setMeanwhile] = useState<[OrderToChange, OrderToChange][]>([]);
  const [tells, setTells] = useState(true);
  const [sent, setSent] = useState(draft?.sent ?? nothingSent);
  // They are replaced, and never taken away.
  const needed = [...(seen.customerEmail ? ['email'] : []), ...(seen.customerPhone ? ['phone'] : [])];
  const { request, problems } = typedOrder(typed, null, needed);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedOf(seen));
  const remember = (as = sent) => stored.remember({ typed, seen, sent: as });
  const save = useAdminWrite<Request, OrderChangeEffect>((wanted) => {
    const now = withIdempotencyKey(sent, [wanted, tells, seen.version]);
    setSent(now);
    remember(now);
    return callSql('change_order', {
      p_id: now.id,
      p_order_id: order.id,
      p_version: seen.version,
      p_request: wanted,
      p_tells: tells,
    });
  });
  const form = useTypedForm(save.isPending);
  // Until the order's page opens, it is newer than what this form has seen, by this person's own change.
  const isSaved = save.isPending || save.isSuccess;
  const isOwn = now.changeKey !== null && now.changeKey === sent.id;
  const preview = usePreview(order.id, seen.version, isChanged ? request : undefined, isSaved);
  if (now.version !== seen.version && !isSaved) {
    // A change of this form whose reply was lost was made by this person.
    if (!isOwn) setMeanwhile([...meanwhile, [seen, now]]);
    setTyped(rebased(typed, seen, now));
    setSeen(now);
  }
  const nameOf = (code: string) => counties.data?.find((county) => county.code === code)?.name ?? code;
  const changes = new Set(meanwhile.flatMap(([before, after]) => differences(before, after, nameOf)));
  useEffect(() => {
    if (isChanged) remember();
    else stored.forget();
  }, [typed, seen, isChanged]); // oxlint-disable-line react/exhaustive-deps -- the others are made of these
  const part = {
    typed,
    problemOf: (path: string) => (form.isTried ? problems[path] : undefined),
    onChange: (changed: Partial<TypedOrder>) => setTyped((before) => ({ ...before, ...changed })),
  };
  const quote = useTypedQuote(typed);
  const send = async () => {
    // Only a sum that was shown is saved.
    if (!request || !isChanged || preview.isPending) return;
    try {
      await save.mutateAsync(request);
      stored.forget();
      showToast({
        title: 'Order Changed',
        description: `#${orderNumber(order.id)} for ${request.orderData.customerName}.`,
      });
      navigate(`/admin/orders/${order.id}`);
    } catch (error) {
      const reply = error instanceof ApiError ? error.reply : null;
      if (reply?.lines) setTyped((before) => withPricesOf(before, reply.lines ?? []));
      if (reply?.code === 'order_changed') await refresh();
    }
  };
  if (seen.obstacle)
    return <Notice title="This order cannot be changed any more">{errorMessage[seen.obstacle]}</Notice>;
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)} className="stack gap-6 desk-columns">
      {wasRestored && isChanged ? (
        <RestoredNotice
          onDiscard={() => {
            setTyped(typedOf(seen));
            setWasRestored(false);
            form.startAgain();
            save.reset();
          }}
        >
          The change is not saved yet.
        </RestoredNotice>
      ) : null}
      {changes.size > 0 ? (
        <Notice tone="warning" title="This order was changed meanwhile" announce="alert">
          <ul>
            {[...changes].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          What you typed is kept; the rest of the form shows the order as it is now.
        </Notice>
      ) : null}
      <section className="stack gap-4" aria-labelledby="change-order-buyer">
        <h3 id="change-order-buyer">Buyer</h3>
        <BuyerFields needed={needed} {...part} />
      </section>
      <section className="stack gap-4" aria-labelledby="change-order-products">
        <h3 id="change-order-products">Products</h3>
        {seen.sumObstacle ? (
          <Notice announce="none">{errorMessage[seen.sumObstacle]}</Notice>
        ) : (
          <ProductFields {...part} />
        )}
      </section>
      <section className="stack gap-4" aria-labelledby="change-order-delivery">
        <h3 id="change-order-delivery">Delivery</h3>
        <DeliveryFields
          {...part}
          quote={quote.data}
          hint="Part of the total. Empty: delivery is paid for separately."
          isFixed={seen.sumObstacle !== null}
        />
        {may('orders.special_price') ? <TermsField {...part} /> : null}
      </section>
      <section className="stack gap-4" aria-labelledby="change-order-effect">
        <h3 id="change-order-effect">What this does</h3>
        <Effect
          preview={preview}
          changed={fieldDifferences(typedOf(seen), typed, nameOf)}
          isChanged={isChanged}
          isValid={request !== undefined}
          termsDays={request?.orderData.termsDays}
        />
        <CheckBox
          label="Tell the buyer about the change"
          checked={tells}
          onChange={({ target }) => setTells(target.checked)}
        />
        <NotSaved
          title="The order is not changed"
          error={isOwn ? null : save.error}
          reason={reasonOf(save.error)}
        />
        <div className="cluster gap-3">
          <Button type="submit" variant="primary" busy={save.isPending || (isChanged && preview.isFetching)}>
            Save the Change
          </Button>
          <LinkButton variant="quiet" to={`/admin/orders/${order.id}`}>
            Leave It as It Is
          </LinkButton>
        </div>
      </section>
    </form>
  );
}

/** What the shop says a change would do, once typing pauses; nothing is asked without a request, or once it is saved. */
function usePreview(
  orderId: string,
  version: OrderToChange['version'],
  request: Request | undefined,
  isSaved: boolean,
) {
  const wanted = useDebounced(request && JSON.stringify(request), 300);
  const isCurrent = wanted === (request && JSON.stringify(request));
  const { data, error, isFetching } = useQuery({
    ...sqlQuery(['order-change', orderId, version, wanted], 'change_order', {
      p_id: orderId,
      p_order_id: orderId,
      p_version: version,
      p_is_preview: true,
      p_request: wanted ? (JSON.parse(wanted) as Request) : {},
    }),
    enabled: wanted !== undefined && !isSaved,
    staleTime: 0,
    retry: false,
  });
  return {
    data: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    // A form with an error is not waited for: saving it shows the error.
    isFetching: request !== undefined && (isFetching || !isCurrent),
    isPending: !isCurrent || (isFetching && !data),
  };
}

type EffectProps = {
  preview: ReturnType<typeof usePreview>;
  /** What is typed about the buyer and the delivery, a line each. */
  changed: readonly string[];
  isChanged: boolean;
  isValid: boolean;
  termsDays: number | null | undefined;
};

function Effect({ preview: { data, error }, changed, isChanged, isValid, termsDays }: EffectProps) {
  // Not while somebody is typing: a screen reader would read out each letter.
  const lines = data ? [...changed, ...effectLines(data, termsDays)] : [];
  return (
    <div aria-live="polite" className="stack gap-2">
      {isChanged ? null : <p className="muted">Nothing is changed yet.</p>}
      {isChanged && !isValid ? <p className="muted">Complete the form, and it is worked out here.</p> : null}
      {isChanged && error ? (
        <Notice tone="warning" title="This cannot be saved" announce="status">
          {reasonOf(error) ?? errorSentence(error)}
        </Notice>
      ) : null}
      {isChanged && lines.length > 0 ? (
        <ul className="stack gap-1 tabular">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** What stands in the way of lines, for staff. */
function reasonOf(error: unknown): string | undefined {
  const reply = error instanceof ApiError ? error.reply : null;
  return reply?.lines?.map(lineProblemText).join(' ') || undefined;
}
