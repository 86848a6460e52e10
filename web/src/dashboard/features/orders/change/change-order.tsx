import type { OrderDetails, OrderToChange } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { orderNumber } from '@contract/order-number.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQuery } from '#dashboard/lib/admin-queries.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import {
  BuyerFields,
  DeliveryFields,
  ProductFields,
  TermsField,
  useTypedQuote,
} from '../new/order-fields.tsx';
import { useCounties } from '../new/new-order-queries.ts';
import { OrderFrame, OrderPart } from '../new/order-frame.tsx';
import { collected, lineReason, type TypedOrder, typedOrder, withPricesOf } from '../new/typed-order.ts';
import {
  changeDraft,
  type TypedChange,
  differences,
  effectLines,
  fieldDifferences,
  rebased,
  typedOf,
} from './changed-order.ts';

type Request = NonNullable<ReturnType<typeof typedOrder>['value']>;

/** What the order has already. */
const neededOf = (seen: OrderToChange) => [
  ...(seen.customerEmail ? ['email'] : []),
  ...(seen.customerPhone ? ['phone'] : []),
];
const beginning = (seen: OrderToChange): TypedChange => ({
  ...typedOf(seen),
  seen,
  meanwhile: [],
  tells: true,
});
const isChangeOf = (seen: OrderToChange, typed: TypedOrder) =>
  JSON.stringify(typed) !== JSON.stringify(typedOf(seen));

/**
 * The form in which staff change an order that is not sent. What somebody else changes meanwhile is shown beside what
 * is typed, of which nothing is lost. It is kept in this tab until it is saved.
 */
export function ChangeOrder({ details: { order, changing: now } }: { details: OrderDetails }) {
  const navigate = useNavigateAfterReply();
  const counties = useCounties();
  const may = useMay();
  const [draft] = useState(() => changeDraft(order.id));
  const [sent, setSent] = useState(() => ({ id: draft.recall()?.sent.id ?? '', isSaved: false }));
  const isUnseen = useRef(true);
  const form = useForm({
    initial: beginning(now),
    draft,
    read: ({ seen, tells, meanwhile: _, ...typed }) => {
      const { value: request, problems } = typedOrder(typed, null, neededOf(seen));
      // Only a sum that was shown is saved.
      const isSeen = request && isChangeOf(seen, typed) && !isUnseen.current;
      return { value: isSeen ? { request, tells, version: seen.version } : undefined, problems };
    },
    send: ({ request, tells, version }, { id }) => {
      // Before it is sent: what it does is not asked about again.
      flushSync(() => setSent({ id, isSaved: true }));
      return callSql('change_order', {
        p_id: id,
        p_order_id: order.id,
        p_version: version,
        p_request: request,
        p_tells: tells,
      });
    },
    onSent: (_, { request }) => {
      showToast({
        title: 'Order Changed',
        description: `#${orderNumber(order.id)} for ${request.orderData.customerName}.`,
      });
      navigate(`/admin/orders/${order.id}`);
    },
    onFailed: (error) => {
      setSent((last) => ({ ...last, isSaved: false }));
      form.change((before) => ({ ...before, ...withPricesOf(before, error) }));
    },
  });
  const { seen, tells, meanwhile, ...typed } = form.typed;
  // They are replaced, and never taken away.
  const needed = neededOf(seen);
  const isChanged = isChangeOf(seen, typed);
  const request = isChanged ? typedOrder(typed, null, needed).value : undefined;
  const isOwn = now.changeKey !== null && now.changeKey === sent.id;
  const preview = usePreview(order.id, seen.version, request, sent.isSaved);
  useLayoutEffect(() => {
    isUnseen.current = preview.isPending;
  });
  useEffect(() => {
    // Until the order's page opens, it is newer than what this form has seen, by this person's own change.
    if (now.version === seen.version || sent.isSaved) return;
    form.change({
      ...rebased(typed, seen, now),
      seen: now,
      // A change of this form whose reply was lost was made by this person.
      ...(!isOwn && { meanwhile: [...meanwhile, [seen, now]] }),
    });
  }, [now.version, seen.version, sent.isSaved]); // oxlint-disable-line react/exhaustive-deps -- the others follow these
  const nameOf = (code: string) => counties.data?.find((county) => county.code === code)?.name ?? code;
  const changes = new Set(meanwhile.flatMap(([before, after]) => differences(before, after, nameOf)));
  const quote = useTypedQuote(typed);
  if (seen.obstacle)
    return <Notice title="This order cannot be changed any more">{errorMessage[seen.obstacle]}</Notice>;
  return (
    <OrderFrame
      form={form.props}
      typed={typed}
      quotedPrice={quote.data?.freeBecause || typed.county === collected ? 0 : null}
      effect={
        <OrderPart title="What this does">
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
            onChange={({ target }) => form.change({ tells: target.checked })}
          />
        </OrderPart>
      }
      failure={
        <NotSaved
          title="The order is not changed"
          error={isOwn ? null : form.failure}
          reason={lineReason(form.failure)}
        />
      }
      button={
        <Button type="submit" busy={form.isBusy || (isChanged && preview.isFetching)}>
          Save the Change
        </Button>
      }
      others={
        <LinkButton variant="quiet" to={`/admin/orders/${order.id}`}>
          Leave It as It Is
        </LinkButton>
      }
    >
      {form.isRestored && isChanged ? (
        <RestoredNotice onDiscard={() => form.startAgain(beginning(seen))}>
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
      <OrderPart title="Products">
        {seen.sumObstacle ? (
          <Notice announce="none">{errorMessage[seen.sumObstacle]}</Notice>
        ) : (
          <ProductFields {...form} />
        )}
      </OrderPart>
      <OrderPart title="Buyer">
        <BuyerFields {...form} numberLabel="Purchase Order Number" />
      </OrderPart>
      <OrderPart title="Delivery">
        <DeliveryFields
          {...form}
          quote={quote.data}
          isFixed={seen.sumObstacle !== null}
          mayCollect={seen.sumObstacle === null || seen.isCollected}
          change={(changed) =>
            form.change(
              // It was to go nowhere: where it goes now is to be typed.
              seen.isCollected && changed.county !== undefined && typed.address === seen.customerAddress
                ? { ...changed, address: '' }
                : changed,
            )
          }
        />
        {may('orders.special_price') ? <TermsField {...form} /> : null}
      </OrderPart>
    </OrderFrame>
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
    ...sqlQuery('change_order', {
      p_id: orderId,
      p_order_id: orderId,
      p_version: version,
      p_is_preview: true,
      p_request: wanted ? (JSON.parse(wanted) as Request) : {},
    }),
    enabled: isCurrent && wanted !== undefined && !isSaved,
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
          {lineReason(error) ?? errorSentence(error)}
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
