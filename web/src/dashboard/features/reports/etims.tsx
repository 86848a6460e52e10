import type { RowCursor } from '@contract/admin.ts';
import type { EtimsSale } from '@contract/papers.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { downloadFile } from '#lib/download-file.ts';
import { etimsSale } from './etims-sale.ts';
import type { Days } from './report-days.ts';

/** The invoices and credit notes of some days as a file for eTIMS: the shop itself sends nothing there. */
export function EtimsFile({ days }: { days: Days }) {
  const may = useMay();
  const [isEmpty, setIsEmpty] = useState(false);
  const exported = useAdminWrite(async () => {
    const sales: EtimsSale[] = [];
    let after: RowCursor | null | undefined;
    do {
      const page = await callSql('list_etims_sales', { p_from: days.from, p_to: days.to, p_after: after });
      sales.push(...page.rows);
      ({ after } = page);
    } while (after);
    setIsEmpty(sales.length === 0);
    if (sales.length === 0) return;
    const text = JSON.stringify(sales.map(etimsSale), null, 2);
    downloadFile(`etims-${days.from}-${days.to}.json`, new Blob([text], { type: 'application/json' }));
    showToast({ title: 'Exported', description: `${counted(sales.length, 'paper')} not yet in eTIMS.` });
  });
  if (!may('exports')) return null;
  return (
    <>
      <div className="cluster gap-3">
        <Button
          variant="secondary"
          icon={<Download />}
          busy={exported.isPending}
          onClick={() => exported.mutate(undefined)}
        >
          Export for eTIMS (JSON)
        </Button>
        <span className="muted">What is not in eTIMS yet, as its interface takes it.</span>
      </div>
      {isEmpty ? <p role="status">All invoices and credit notes of these days are in eTIMS.</p> : null}
      <NotSaved title="Nothing was exported" error={exported.error} />
    </>
  );
}
