import { useEffect, useRef } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import type { Once } from '#lib/forms/use-once.ts';

/**
 * Was the cart emptied in another tab, or its last refused line removed? A toast explains then why the form disappears.
 * While an order is being placed (`once`) the cart is emptied on purpose.
 */
export function useEmptyCartToast(lineCount: number, once: Once): void {
  const hadLines = useRef(false);
  useEffect(() => {
    const becameEmpty = hadLines.current && lineCount === 0;
    hadLines.current = lineCount > 0;
    if (becameEmpty && !once.isRunning()) showEmptyCartToast();
  }, [lineCount, once]);
}

/** Says that there is nothing to order. */
export function showEmptyCartToast(): void {
  const description = 'Please add items to your cart before checking out';
  showToast({ title: 'Empty Cart', description, tone: 'destructive' });
}
