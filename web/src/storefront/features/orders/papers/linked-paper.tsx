import type { PaperKind } from '@contract/papers.ts';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';

/** The papers of an order for whoever has its link alone: the form that makes them. */
export function LinkedPaper(props: { orderId: string; kind: PaperKind }) {
  return (
    <PromptSuspense>
      <LinkedPaperForm {...props} />
    </PromptSuspense>
  );
}

/** Loaded when there is one: its schema needs yup. */
const LinkedPaperForm = lazyPart('LinkedPaperForm', () => import('./linked-paper-form.tsx'));
