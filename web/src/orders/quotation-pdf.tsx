import { getQuotationPaper } from '@contract/quotations.ts';
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { downloadPdf } from '#lib/download-file.ts';

type QuotationPdfProps = {
  quotationId: string;
  /** Of its link. */
  linkKey: string;
  variant: 'secondary' | 'quiet';
};

/** Has the browser save a quotation as a PDF. */
export function QuotationPdf({ quotationId, linkKey, variant }: QuotationPdfProps) {
  const paper = useMutation({
    mutationFn: async () =>
      downloadPdf(await callApi(getQuotationPaper, { params: { quotationId }, orderKey: linkKey })),
    onError: (error) => showFailure('No PDF Made', error),
  });
  return (
    <Button variant={variant} icon={<FileText />} busy={paper.isPending} onClick={() => paper.mutate()}>
      Quotation (PDF)
    </Button>
  );
}
