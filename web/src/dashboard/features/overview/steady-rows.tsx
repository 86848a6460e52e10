import { type ReactNode, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';

type SteadyRowsProps<Row> = { rows: readonly Row[]; children(rows: readonly Row[]): ReactNode };

/** Rows that are read again and again: what is new waits for a press, so that nothing moves under a finger. */
export function SteadyRows<Row extends { id: string }>({ rows, children }: SteadyRowsProps<Row>) {
  const [seen, setSeen] = useState(rows);
  const known = rows.filter(({ id }) => seen.some((one) => one.id === id));
  // There is nothing whose place would change.
  if (known.length === 0 && rows !== seen) setSeen(rows);
  const fresh = known.length > 0 ? rows.length - known.length : 0;
  return (
    <>
      {fresh > 0 ? (
        <Button variant="quiet" className="self-start" onClick={() => setSeen(rows)}>
          {`${formatCount(fresh)} new`}
        </Button>
      ) : null}
      {children(fresh > 0 ? known : rows)}
    </>
  );
}
