import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { downloadCsv } from '#dashboard/lib/csv.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { TableFilters } from '#dashboard/components/table-filters.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { productFilters } from '#dashboard/features/products/list/product-rows-query.ts';
import { productsCsv } from '../catalogue-columns.ts';
import { readCatalogue } from './read-catalogue.ts';

type Step =
  | { name: 'idle' }
  | { name: 'reading'; read: number }
  | { name: 'done'; count: number }
  | { name: 'failed'; sentence: string };

/** Exports the products that match the filters. */
export function ExportProducts() {
  const address = useTableAddress({ filters: productFilters });
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const exportProducts = async () => {
    const controller = new AbortController();
    running.current = controller;
    setStep({ name: 'reading', read: 0 });
    try {
      const products = await readCatalogue(
        address.filters,
        (read) => setStep({ name: 'reading', read }),
        controller.signal,
      );
      if (products.length > 0) downloadCsv(`products-${nairobiDay()}.csv`, productsCsv(products));
      setStep({ name: 'done', count: products.length });
    } catch (error) {
      if (controller.signal.aborted) return;
      setStep({ name: 'failed', sentence: errorSentence(error) });
    }
  };

  return (
    <section className="stack gap-3 line-above pad-top-4" aria-labelledby="export-heading">
      <h3 id="export-heading">Export</h3>
      <p className="text-width">
        Every column of the catalogue as CSV, for Excel, LibreOffice or Google Sheets. The <code>id</code>{' '}
        says which product a row belongs to: do not change it.
      </p>
      <TableFilters filters={productFilters} address={address} />
      <div className="cluster gap-3">
        <Button
          variant="secondary"
          icon={<Download />}
          busy={step.name === 'reading'}
          onClick={() => void exportProducts()}
        >
          {address.isFiltered ? 'Export filtered products' : 'Export all products'}
        </Button>
        <p className="muted" role="status">
          {stepText(step)}
        </p>
      </div>
      {step.name === 'failed' ? <Notice tone="error">{step.sentence}</Notice> : null}
    </section>
  );
}

function stepText(step: Step): string {
  if (step.name === 'reading') return `${counted(step.read, 'product')} read …`;
  if (step.name !== 'done') return '';
  return step.count === 0
    ? 'No product matches these filters.'
    : `${counted(step.count, 'product is', 'products are')} in the file.`;
}
