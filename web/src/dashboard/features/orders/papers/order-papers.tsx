import type { IssuedPaperOfOrder } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { paperAddress } from '@contract/papers.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { PdfLink } from '#orders/paper-link.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { etimsEntry, etimsRefusals, type TypedEtims } from './etims-entry.ts';
import { useForm } from '#dashboard/lib/use-form.ts';

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
      {entering ? <EtimsDialog paper={entering} onClose={() => setEntering(null)} /> : null}
    </section>
  );
}

/** A later print is marked as a copy. The paper itself waits for no answer. */
export const notePrint = (orderId: string) =>
  void callSql('note_paper_print', { p_order_id: orderId }).catch(() => undefined);

const fields = [
  { name: 'unit', label: 'Control unit number' },
  { name: 'receipt', label: 'Receipt number of the control unit', inputMode: 'numeric' },
  { name: 'signature', label: 'Signature' },
  { name: 'internalData', label: 'Internal data', hint: 'Optional.' },
  { name: 'signedAt', label: 'Signed at', hint: 'In Nairobi, such as 2026-11-27 14:05.' },
  {
    name: 'qr',
    label: 'Text of the QR code',
    hint: 'Left empty, it is made from the PIN and the signature.',
  },
] as const;

/** Writes down what eTIMS answered about an invoice or credit note. */
function EtimsDialog({ paper, onClose }: { paper: IssuedPaperOfOrder; onClose(): void }) {
  const form = useForm({
    initial: typedOf(paper),
    read: etimsEntry,
    send: async (entry) => {
      const { problem } = await callSql('enter_etims', { p_entry: entry });
      if (problem) throw new Error(etimsRefusals[problem]);
    },
    onSent: () =>
      showToast({ title: 'eTIMS Saved', description: `${paper.number} is printed with it from now on.` }),
  });
  return (
    <FormDialog
      form={form}
      title={`eTIMS of ${paper.number}`}
      confirmLabel="Save"
      failureTitle="eTIMS is not saved"
      onClose={onClose}
    >
      {fields.map(({ name, ...texts }) => (
        <Field
          key={name}
          {...texts}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          {...form.field(name)}
        />
      ))}
    </FormDialog>
  );
}

const typedOf = ({ number, etims }: IssuedPaperOfOrder): TypedEtims => ({
  number,
  unit: etims?.unit ?? '',
  receipt: etims ? String(etims.receipt) : '',
  signature: etims?.signature ?? '',
  internalData: etims?.internalData ?? '',
  signedAt: etims ? nairobiMinute(etims.signedAt) : '',
  qr: etims?.qr ?? '',
});

/** Makes the invoice of what left today, for a buyer who wants it with the goods. */
export function InvoiceNow({ orderId }: { orderId: string }) {
  return (
    <RowAction
      variant="quiet"
      failureTitle="The invoice is not made"
      act={() => callSql('issue_invoice', { p_order_id: orderId })}
    >
      Make It Now
    </RowAction>
  );
}
