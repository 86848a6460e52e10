/**
 * Orders are placed one after the other in all tabs of this browser, and no check of a payment runs meanwhile: the reply
 * to an order brings another cookie, and what was sent with the one before reaches no order.
 *
 * Browsers of before 2022 have no such lock, and a suspended tab may keep it: nobody waits longer than for an order.
 * @param mode `exclusive` places an order; `shared` is what must not run beside it
 * @param signal ends the waiting, not the work
 * @throws what `work` throws
 */
export async function inTurn<Result>(
  mode: LockMode,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  let hasBegun = false;
  try {
    return await locks.request('place-order', { mode, signal }, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}
