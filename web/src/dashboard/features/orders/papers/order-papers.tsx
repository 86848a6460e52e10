import type { IssuedPaperOfOrder } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { paperAddress } from '@contract/papers.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { PdfLink } from '#orders/paper-link.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { EtimsDialog } from './etims-dialog.tsx';

type OrderPapersProps = { orderId: string; papers: readonly IssuedPaperOfOrder[] };

/** The invoices and credit notes of an order, each a PDF, and what eTIMS answered about each. */
export function OrderPapers({ orderId, papers }: OrderPapersProps) {
  const may = useMay();
  const [entering, setEntering] = useState<IssuedPaperOfOrder | null>(null);
  if (papers.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="order-papers">
      <h3 id="order-papers">Invoices and credit notes</h3>
      <ul className="stack gap-2">
        {papers.map((paper) => (
          <li key={paper.number} className="cluster gap-3 gap-y-0">
            <PdfLink
              address={paperAddress(orderId, 'invoice', paper.number)}
              onOpen={() => notePrint(orderId)}
            >
              {paper.number}
            </PdfLink>
            <span className="breaks">
              <span className="tabular one-line">{formatCents(paper.grossCents)}</span>{' '}
              <span className="quiet">
                {paper.etims ? `eTIMS ${paper.etims.unit}/${paper.etims.receipt}` : 'Not in eTIMS'}
              </span>
            </span>
            {may('statements') ? (
              <Button
                variant="quiet"
                aria-label={`${paper.etims ? 'Correct' : 'Enter'} eTIMS of ${paper.number}`}
                onClick={() => setEntering(paper)}
              >
                {paper.etims ? 'Correct' : 'Enter eTIMS'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <EtimsDialog paper={entering} onClose={() => setEntering(null)} />
    </section>
  );
}

/** A later print is marked as a copy. The paper itself waits for no answer. */
export const notePrint = (orderId: string) =>
  void callSql('note_paper_print', { p_order_id: orderId }).catch(() => undefined);
