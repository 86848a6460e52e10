import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** A form of an order's page that a link opens, with what is known of a payment; `amount` in KES. */
export type OpenedForm =
  | { form: 'refund' | 'move' }
  | { form: 'payment'; reference?: string | undefined; amount?: number | undefined };

/**
 * The form that the link to this page opens, in the state `opens` of its address; another one opens with `open`. Taken
 * out of the address at once: a reload does not open it again.
 */
export function useOpenedForm() {
  const { state } = useLocation() as { state: { opens?: OpenedForm; isPaying?: unknown } | null };
  const navigate = useNavigate();
  const [opened, open] = useState<OpenedForm | null>(null);
  useEffect(() => {
    // An order that was made a moment ago is paid now.
    const form = state?.opens ?? (state?.isPaying === true ? ({ form: 'payment' } as const) : null);
    if (!form) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the address is the source, and is emptied at once
    open(form);
    const { opens: _, isPaying: __, ...rest } = state ?? {};
    navigate('.', { replace: true, state: rest, preventScrollReset: true });
  }, [state, navigate]);
  return { opened, open };
}
