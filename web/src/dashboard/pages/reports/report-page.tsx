import { nairobiDay } from '@contract/nairobi-time.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { Notice } from '#components/page/notice.tsx';
import { EtimsFile } from '#dashboard/features/reports/etims.tsx';
import { PeriodForm } from '#dashboard/features/reports/period-form.tsx';
import { Report } from '#dashboard/features/reports/report.tsx';
import { daysOf, daysProblem } from '#dashboard/features/reports/report-days.ts';
import { IssuedPapers, SoldLines, SoldPayments } from '#dashboard/features/reports/sold-lists.tsx';
import { useChangeAddress } from '#dashboard/lib/table-address.ts';

const lists = [
  { name: 'payments', label: 'Payments and refunds' },
  { name: 'lines', label: 'What was sold' },
  { name: 'papers', label: 'Invoices and credit notes' },
] as const;

/** `/admin/reports`: the sales of any days, with the lists and the files for the accountant. */
export function ReportPage() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const days = daysOf(params.get('from'), params.get('to'), nairobiDay());
  const problem = daysProblem(days);
  const list = lists.find(({ name }) => name === params.get('list'))?.name ?? 'payments';
  // A figure leads to its lines, which are below the screen.
  const { key, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash !== '#list' || isBack) return;
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView();
  }, [key, hash, isBack]);
  return (
    <div className="stack gap-5">
      <h2>Report</h2>
      <PeriodForm days={days} onDays={({ from, to }) => change({ from, to, page: '', after: '' })} />
      {problem ? (
        <Notice tone="warning" title="There is no report of these days">
          {problem}
        </Notice>
      ) : (
        <>
          <Report days={days} />
          <section id="list" ref={shown} tabIndex={-1} className="stack gap-3">
            <nav aria-label="Lists" className="cluster gap-4 gap-y-0">
              {lists.map(({ name, label }) => (
                <Link
                  key={name}
                  to={`?${new URLSearchParams({ ...days, list: name }).toString()}`}
                  className="inline-row target"
                  aria-current={name === list ? 'true' : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
            {list === 'payments' ? <SoldPayments days={days} /> : null}
            {list === 'lines' ? <SoldLines days={days} /> : null}
            {list === 'papers' ? (
              <>
                <IssuedPapers days={days} />
                <EtimsFile days={days} />
              </>
            ) : null}
          </section>
        </>
      )}
    </div>
  );
}
