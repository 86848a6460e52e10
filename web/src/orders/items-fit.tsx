import { quotedItems } from '@contract/delivery.ts';
import { checkFit, type FitFinding } from '@contract/fit.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '#components/page/notice.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { callApi } from '#lib/api/api-client.ts';

type ItemsFitProps = {
  items: readonly { productId: string; quantity: number }[];
  /** What is offered instead of what does not fit. */
  renderInstead?(finding: FitFinding): ReactNode;
  /** Beside what the advice rests on. */
  action?: ReactNode;
};

const titles: Record<FitFinding['strength'], string> = {
  misfit: 'Does not fit',
  if: 'Fits if you do this',
  unused: 'Some is never used',
  unknown: 'Not known',
};

/**
 * What things that are bought together are to each other: what does not fit, what fits if something is done, what is not known, and what
 * they have together. Says nothing when the shop does not answer, and keeps nobody from ordering.
 */
export function ItemsFit({ items, renderInstead, action }: ItemsFitProps) {
  const params = { items: quotedItems(items) };
  const { data } = useQuery({
    queryKey: [checkFit.path, params],
    queryFn: ({ signal }) => callApi(checkFit, { params, signal }),
    enabled: items.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (!data || items.length < 2 || (data.findings.length === 0 && !data.site)) return null;
  return (
    <div className="stack gap-3 screen-only">
      {data.findings.map((finding) =>
        finding.strength === 'misfit' ? (
          <Notice key={finding.text} tone="warning" title={titles.misfit}>
            <p>{unbroken(finding.text)}</p>
            {renderInstead?.(finding)}
          </Notice>
        ) : (
          <p key={finding.text}>
            <strong className="strong">{titles[finding.strength]}:</strong> {unbroken(finding.text)}
          </p>
        ),
      )}
      {data.site ? <p className="muted">{unbroken(data.site)}</p> : null}
      {data.findings.length > 0 ? (
        <p className="quiet">Checked against the makers’ data sheets. Your installer decides. {action}</p>
      ) : null}
    </div>
  );
}
