import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';

/** The proforma of an order for whoever has its link alone: the form that makes it. */
export function LinkedProforma({ orderId }: { orderId: string }) {
  return (
    <PromptSuspense>
      <LinkedProformaForm orderId={orderId} />
    </PromptSuspense>
  );
}

/** Loaded when there is one: its schema needs yup. */
const LinkedProformaForm = lazyPart('LinkedProformaForm', () => import('./linked-proforma-form.tsx'));
