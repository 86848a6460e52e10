import { browserState } from '../../lib/stored-state.ts';

const mark = browserState('has-ordered', 1, (kept) => (kept === true ? true : null));

/** Whether an order may be open that was placed in this browser. A browser without orders sends no request. */
export const hasOrdered = (): boolean => mark.recall() === true;

/** Set before an order is sent: the answer may be lost on its way back. */
export const markOrdered = (): void => mark.remember(true);

/** None of this browser's orders is open any more. */
export const unmarkOrdered = (): void => mark.forget();
