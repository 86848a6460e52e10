import type { Order } from '@contract/orders.ts';
import { paperAddress } from '@contract/papers.ts';
import { FileText } from 'lucide-react';

type PaperLinkProps = {
  order: Pick<Order, 'id' | 'status'> & { payment: Pick<Order['payment'], 'transaction'> };
};

/** The papers of an order as a PDF: a proforma until it is paid, then its invoice and what was credited since. */
export function PaperLink({ order: { id, status, payment } }: PaperLinkProps) {
  const isInvoiced = payment.transaction === 'completed';
  if (!isInvoiced && status !== 'pending' && status !== 'failed') return null;
  return (
    <PdfLink address={paperAddress(id, isInvoiced ? 'invoice' : 'proforma')}>
      {isInvoiced ? 'Invoice (PDF)' : 'Proforma invoice (PDF)'}
    </PdfLink>
  );
}

/** Opens a PDF beside the page. */
export function PdfLink({ address, children }: { address: string; children: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" className="inline-row gap-2 target">
      <FileText size={18} />
      <span>{children}</span>
    </a>
  );
}
