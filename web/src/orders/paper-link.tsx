import type { Order } from '@contract/orders.ts';
import { paperAddress, type PaperKind } from '@contract/papers.ts';
import { FileText } from 'lucide-react';

/** The papers of an order as a PDF: a proforma until it is paid, then its invoice and what was credited since. */
export function PaperLink({ order: { id, paper, items } }: { order: Pick<Order, 'id' | 'paper' | 'items'> }) {
  if (paper === 'invoice_tonight') return <span className="muted">Its invoice is made tonight.</span>;
  if (paper === 'invoice' && items.some(({ cameBack }) => cameBack > 0))
    return <PdfLink address={paperAddress(id, paper)}>Invoice and credit note (PDF)</PdfLink>;
  return paper && <PaperPdfLink orderId={id} kind={paper} />;
}

const paperNames: Record<PaperKind, string> = {
  proforma: 'Proforma invoice (PDF)',
  invoice: 'Invoice (PDF)',
};

type PaperPdfLinkProps = { orderId: string; kind: PaperKind; onOpen?(): void };

export function PaperPdfLink({ orderId, kind, onOpen }: PaperPdfLinkProps) {
  return (
    <PdfLink address={paperAddress(orderId, kind)} onOpen={onOpen}>
      {paperNames[kind]}
    </PdfLink>
  );
}

/** `about` tells it from others of its name on the page. */
type PdfLinkProps = { address: string; children: string; about?: string; onOpen?(): void };

/** Opens a PDF beside the page. */
export function PdfLink({ address, children, about, onOpen }: PdfLinkProps) {
  return (
    <a
      href={address}
      aria-label={about && `${children}: ${about}`}
      onClick={onOpen}
      target="_blank"
      rel="noopener"
      className="inline-row gap-2 target"
    >
      <FileText size={18} />
      <span>{children}</span>
    </a>
  );
}
