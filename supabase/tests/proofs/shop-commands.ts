import fc from 'fast-check';
import { type BankAnswerName, bankAnswers } from './bank-answers.ts';
import type { AskedBy, OrderState } from './shop-model.ts';
import {
  cancel,
  changePrice,
  closeTasks,
  complete,
  correctStock,
  giveUp,
  hear,
  importStatement,
  moveOn,
  payAgain,
  placeOrder,
  putOnSale,
  repeatOrder,
  reserve,
  type ShopStep,
  story,
  type WantedLine,
  writeState,
} from './shop-steps.ts';

/** Any step, in the measure in which they find trouble soonest. The newest order is 2, the one before it 1. */
export function shopCommands(productCount: number): fc.Arbitrary<ShopStep>[] {
  const product = fc.nat({ max: productCount - 1 });
  const some = fc.nat({ max: 1000 });
  const pieces = fc.constantFrom(1, 1, 1, 1, 2, 3);
  const line = fc.record<WantedLine>({
    product,
    quantity: pieces,
    price: fc.constantFrom(...Array<'today'>(14).fill('today'), 'earlier', 'one shilling'),
  });
  const wrongBy = fc.constantFrom(...Array<number>(18).fill(0), -1, 1);
  const anyAnswer = fc.constantFrom(...(Object.keys(bankAnswers) as BankAnswerName[]));
  const plainAnswer = fc.constantFrom<BankAnswerName>(
    ...(['approved', 'approved', 'approved', 'approved', 'refused', 'refused'] as const),
    ...(['timed out', 'form refused', 'silence'] as const),
  );
  const asker = fc.constantFrom<AskedBy>('return', 'reconcile', 'shopper', 'owner');
  const times = fc.constantFrom(1, 1, 1, 2);
  // Multiples of ten minutes meet every limit exactly, and the seconds that a run takes never matter.
  const minutes = fc.constantFrom(10, 20, 30, 30, 40, 60, 26 * 60, 73 * 60);
  const state = fc.constantFrom<OrderState>(
    'pending',
    'paid',
    'completed',
    'completed',
    'failed',
    'cancelled',
  );

  const hearPlain = fc.tuple(some, some, plainAnswer, asker, times).map((told) => hear(...told));
  const hearAny = fc.tuple(some, some, anyAnswer, asker, times).map((told) => hear(...told));
  const order = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 2 }), wrongBy)
    .map((sent) => placeOrder(...sent));
  const again = fc.tuple(some, fc.constantFrom(false, false, false, true)).map((asked) => payAgain(...asked));
  const one = (product: number, quantity: number) => placeOrder([{ product, quantity, price: 'today' }]);

  const stories = [
    fc
      .tuple(product, plainAnswer, plainAnswer, fc.boolean())
      .map(([p, first, second, isOldFirst]) =>
        story(
          'replaced, and both are heard of',
          ...[one(p, 1), moveOn(30), payAgain(2, false)],
          hear(2, isOldFirst ? 1 : 0, first, 'reconcile', 1),
          hear(2, isOldFirst ? 0 : 1, second, 'reconcile', 1),
        ),
      ),
    fc
      .tuple(product, pieces, pieces, fc.constantFrom(30, 40))
      .map(([p, mine, theirs, wait]) =>
        story(
          'late money for what another holds',
          one(p, mine),
          moveOn(wait),
          one(p, theirs),
          hear(1, 0, 'approved', 'reconcile', 1),
        ),
      ),
    fc
      .tuple(product, pieces, fc.nat({ max: 3 }))
      .map(([p, mine, stock]) =>
        story(
          'late money for what is gone',
          one(p, mine),
          moveOn(30),
          correctStock(p, stock),
          hear(2, 0, 'approved', 'reconcile', 1),
        ),
      ),
    product.map((p) =>
      story(
        'one transaction for two orders',
        one(p, 1),
        hear(2, 0, 'approved', 'return', 1),
        one(p, 1),
        hear(2, 0, 'a transaction that paid another order', 'return', 1),
      ),
    ),
    fc
      .tuple(product, plainAnswer)
      .map(([p, answer]) =>
        story(
          'three days without a word',
          ...[one(p, 1), hear(2, 0, 'timed out', 'reconcile', 1)],
          moveOn(73 * 60),
          giveUp(),
          hear(2, 0, answer, 'owner', 1),
        ),
      ),
    fc
      .tuple(product, pieces, fc.boolean(), fc.constantFrom('index' as const, 'reference' as const))
      .map(([p, quantity, isReserved, by]) =>
        story(
          'paid, and then the statement',
          one(p, quantity),
          ...(isReserved ? [reserve(2)] : []),
          ...[hear(2, 0, 'approved', 'return', 1), complete(2, false)],
          ...[importStatement(by), importStatement('index'), complete(2, false)],
        ),
      ),
    fc
      .tuple(product, anyAnswer, fc.boolean())
      .map(([p, answer, isLookedAt]) =>
        story(
          'a card charged twice under one trace',
          ...[one(p, 1), hear(2, 0, 'approved', 'return', 1)],
          hear(2, 0, 'approved as another transaction', 'reconcile', 2),
          ...(isLookedAt ? [closeTasks(2)] : []),
          hear(2, 0, answer, 'owner', 1),
        ),
      ),
  ];
  return [
    ...[order, order, order, hearPlain, hearPlain, hearPlain, hearPlain, hearAny, hearAny],
    ...[again, again, again, again, ...stories],
    fc.tuple(some, fc.boolean()).map((sent) => repeatOrder(...sent)),
    some.map(cancel),
    fc.tuple(some, state).map((written) => writeState(...written)),
    some.map(closeTasks),
    fc.tuple(some, fc.boolean()).map((asked) => complete(...asked)),
    some.map(reserve),
    fc.constantFrom('index' as const, 'reference' as const).map(importStatement),
    ...[minutes.map(moveOn), minutes.map(moveOn), fc.constant(giveUp())],
    fc.tuple(product, fc.integer({ min: 0, max: 9 })).map((corrected) => correctStock(...corrected)),
    fc.tuple(product, fc.integer({ min: 2, max: 5000 })).map((changed) => changePrice(...changed)),
    fc.tuple(product, fc.constantFrom(true, true, true, true, false)).map((put) => putOnSale(...put)),
  ];
}
