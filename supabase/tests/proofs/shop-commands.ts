import fc from 'fast-check';
import { type BankAnswerName, bankAnswers } from './bank-answers.ts';
import type { AskedBy, OrderState, TaskOutcome } from './model-order.ts';
import {
  askForPrompt,
  askSlowBank,
  beginPayment,
  bringBack,
  cancel,
  change,
  changePrice,
  comeBack,
  complete,
  confirmListed,
  correct,
  correctStock,
  endTask,
  finishPayment,
  giveOutPieces,
  giveUp,
  offer,
  receiveAnswer,
  importReceipts,
  importStatement,
  moveOn,
  noticeOfPrompt,
  orderMore,
  pack,
  payAgain,
  payBack,
  payByPrompt,
  payToPaybill,
  placeOrder,
  putOnSale,
  record,
  recordCode,
  recordForSeveral,
  recordTwo,
  reduce,
  refund,
  repeatOrder,
  reserve,
  reverse,
  sendParcel,
  shareLater,
  type ShopStep,
  story,
  takeParcelBack,
  tell,
  twoTabs,
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
  const askedBy = fc.constantFrom<AskedBy>('return', 'reconcile', 'shopper', 'owner');
  const times = fc.constantFrom(1, 1, 1, 2);
  // Multiples of ten minutes meet every limit exactly, and the seconds that a run takes never matter.
  const minutes = fc.constantFrom(10, 20, 30, 30, 40, 60, 20 * 60, 26 * 60, 73 * 60);
  const who = fc.constantFrom('buyer' as const, 'owner' as const);
  const state = fc.constantFrom<OrderState>(
    'pending',
    'paid',
    'completed',
    'completed',
    'failed',
    'cancelled',
  );

  const plainAnswerStep = fc
    .tuple(some, some, plainAnswer, askedBy, times)
    .map((heard) => receiveAnswer(...heard));
  const anyAnswerStep = fc
    .tuple(some, some, anyAnswer, askedBy, times)
    .map((heard) => receiveAnswer(...heard));
  const cart = fc.array(line, { minLength: 1, maxLength: 2 });
  const knowsDeposit = fc.constantFrom(...Array<boolean>(9).fill(true), false);
  const order = fc.tuple(cart, wrongBy, knowsDeposit).map((sent) => placeOrder(...sent));
  const more = fc
    .tuple(some, fc.oneof(cart, fc.constant('the same cart' as const)))
    .map((sent) => orderMore(...sent));
  const again = fc
    .tuple(some, fc.constantFrom(false, false, false, true))
    .map((asked) => beginPayment(...asked));
  const answered = fc
    .tuple(some, fc.oneof(fc.constant<BankAnswerName>('no status'), plainAnswer, anyAnswer))
    .map((heard) => finishPayment(...heard));
  const one = (product: number, quantity: number) => placeOrder([{ product, quantity, price: 'today' }]);

  const amount = fc.constantFrom(
    'what is due' as const,
    'what is due' as const,
    'half' as const,
    'the rest' as const,
    'too much' as const,
  );
  const deposit = fc.constantFrom(10, 30, 30, 50, 100);
  const fromMaker = fc.record({ deposit, isPublic: fc.constant(true) });
  const isLate = fc.constantFrom(false, false, false, true);
  const gone = fc.constantFrom(
    'mistake' as const,
    'bounced' as const,
    'charged_back' as const,
    'payment' as const,
  );
  const fate = fc.constantFrom('restocked' as const, 'damaged' as const, 'kept' as const);
  const outcome = fc.constantFrom<TaskOutcome>('accepted', 'partial_payment', 'refunded', 'nothing_received');
  const sent = fc.constantFrom('not' as const, 'a part' as const, 'all' as const);
  const send = (how: 'not' | 'a part' | 'all', pieces: number) =>
    how === 'not' ? [] : [pack(2, 0, how === 'all' ? pieces : 1, true, true)];
  const few = fc.constantFrom(0, 1, 1, 2, 3);
  const corrected = fc.constantFrom('nothing' as const, 'half' as const, 'all' as const);
  const typed = fc.constantFrom('exactly' as const, 'exactly' as const, 'badly' as const, 'nothing' as const);
  const then = fc.constantFrom('told' as const, 'told' as const, 'listed' as const, 'silence' as const);
  const noticed = fc.constantFrom(
    ...(['its receipt', 'its receipt', 'no receipt', 'a forged receipt'] as const),
    ...(['the receipt of another', 'not paid'] as const),
  );
  const evidence = fc
    .tuple(fc.constantFrom('list', 'statement', 'person', 'query' as const), few, fc.boolean())
    .map(([by, k, isSure]) =>
      by === 'list'
        ? tell(k, true)
        : by === 'statement'
          ? importReceipts()
          : by === 'person'
            ? recordCode(k, 2, isSure)
            : receiveAnswer(2, 0, 'approved', 'reconcile', 1),
    );
  const stories = [
    fc
      .tuple(product, noticed, fc.array(evidence, { minLength: 2, maxLength: 4 }), fc.boolean(), plainAnswer)
      .map(([p, notice, evidence, isRefused, answer]) =>
        story(
          'a prompt and its payment, told in several ways',
          correctStock(p, 6),
          one(p, 2),
          ...payByPrompt(2),
          ...(isRefused ? [receiveAnswer(2, 0, 'refused', 'reconcile', 1)] : []),
          payToPaybill(2, 'exactly', 'what is due', 'told'),
          noticeOfPrompt(2, 0, notice, answer),
          ...evidence,
          receiveAnswer(2, 0, 'approved', 'reconcile', 2),
          tell(0, true),
          reverse(2, 0, 'mistake'),
          receiveAnswer(2, 0, 'approved', 'reconcile', 1),
        ),
      ),
    fc
      .tuple(product, plainAnswer, plainAnswer, fc.boolean(), fc.array(evidence, { maxLength: 3 }))
      .map(([p, first, second, isOldFirst, evidence]) =>
        story(
          'two prompts, and a payment by hand',
          correctStock(p, 6),
          one(p, 1),
          ...payByPrompt(2),
          ...payByPrompt(2),
          moveOn(10),
          orderMore(2, 'the same cart'),
          ...payByPrompt(2),
          payToPaybill(2, 'exactly', 'what is due', 'listed'),
          receiveAnswer(2, isOldFirst ? 1 : 0, first, 'reconcile', 1),
          payToPaybill(2, 'exactly', 'what is due', 'told'),
          receiveAnswer(2, isOldFirst ? 0 : 1, second, 'reconcile', 1),
          ...evidence,
          tell(0, true),
          ...payBack(2),
        ),
      ),
    fc
      .tuple(product, typed, amount, amount, then, fc.constantFrom(0, 30, 20 * 60, 26 * 60))
      .map(([p, typed, first, second, then, wait]) =>
        story(
          'to the paybill in parts, announced and late',
          correctStock(p, 2),
          one(p, 2),
          payToPaybill(2, typed, first, then),
          moveOn(wait),
          tell(0, false),
          one(p, 1),
          payToPaybill(1, typed, second, 'told'),
          tell(1, true),
          moveOn(wait),
          tell(0, false),
          importReceipts(),
          shareLater(1, 0, 'all'),
          cancel(1, 'owner'),
          tell(0, true),
          importReceipts(),
          ...payBack(1),
        ),
      ),
    fc
      .tuple(product, plainAnswer, noticed, fc.constantFrom(0, 10, 20, 30), fc.boolean())
      .map(([p, answer, notice, wait, isCard]) =>
        story(
          'by phone and by card',
          correctStock(p, 6),
          one(p, 1),
          ...payByPrompt(2),
          moveOn(wait),
          noticeOfPrompt(2, 0, notice, answer),
          ...(isCard ? payAgain(2) : [askForPrompt(2, 'silence')]),
          receiveAnswer(2, 0, 'refused', 'return', 1),
          moveOn(20),
          giveUp(),
          receiveAnswer(2, 1, 'approved', 'reconcile', 1),
          endTask(2, 0, 'nothing_received'),
          receiveAnswer(2, 0, answer, 'return', 1),
          ...payBack(2),
        ),
      ),
    fc
      .tuple(product, fc.boolean(), plainAnswer)
      .map(([p, isMistake, answer]) =>
        story(
          'a code that staff alone know, and the prompt that it is of',
          correctStock(p, 6),
          one(p, 1),
          ...payByPrompt(2),
          payToPaybill(2, 'exactly', 'what is due', 'silence'),
          recordCode(0, 2, false),
          receiveAnswer(2, 0, answer, 'reconcile', 1),
          ...(isMistake ? [reverse(2, 0, 'mistake')] : []),
          receiveAnswer(2, 0, 'approved', 'reconcile', 1),
          tell(0, true),
          ...payBack(2),
        ),
      ),
    product.map((p) =>
      story(
        'three days without a word of Safaricom',
        one(p, 1),
        askForPrompt(2, 'silence'),
        moveOn(10),
        ...payByPrompt(2),
        receiveAnswer(2, 0, 'unreachable', 'reconcile', 1),
        moveOn(73 * 60),
        giveUp(),
        payToPaybill(2, 'exactly', 'what is due', 'told'),
        receiveAnswer(2, 0, 'approved', 'owner', 1),
        importReceipts(),
      ),
    ),
    fc
      .tuple(product, fromMaker, few, fc.constantFrom('what is due' as const, 'the rest' as const), amount)
      .map(([p, toOrder, came, first, then]) =>
        story(
          'ordered from the maker, paid, come, paid and sent',
          correctStock(p, 0),
          offer(p, toOrder),
          one(p, 2),
          record(2, first),
          correctStock(p, came),
          giveOutPieces(),
          ...payAgain(2),
          record(2, then),
          pack(2, 0, 1, true, true),
          correctStock(p, came + 1),
          giveOutPieces(),
          record(2, 'what is due'),
          pack(2, 0, 1, true, true),
          complete(2, true),
        ),
      ),
    fc
      .tuple(product, fromMaker, few, few, fc.boolean())
      .map(([p, toOrder, first, second, isEarlierFirst]) =>
        story(
          'two wait for the same product',
          correctStock(p, 0),
          offer(p, toOrder),
          one(p, 2),
          one(p, 1),
          record(isEarlierFirst ? 1 : 2, 'what is due'),
          correctStock(p, first),
          record(isEarlierFirst ? 2 : 1, 'what is due'),
          correctStock(p, second),
          giveOutPieces(),
          record(2, 'what is due'),
          record(1, 'what is due'),
          giveOutPieces(),
        ),
      ),
    fc
      .tuple(product, fromMaker, gone, fc.boolean(), fc.boolean())
      .map(([p, toOrder, cause, isRefund, isBefore]) =>
        story(
          'a deposit goes, before the pieces come or afterwards',
          correctStock(p, 0),
          offer(p, toOrder),
          one(p, 1),
          one(p, 1),
          record(1, 'what is due'),
          record(2, 'half'),
          record(2, 'half'),
          record(2, 'what is due'),
          ...(isBefore ? [] : [correctStock(p, 1), giveOutPieces()]),
          isRefund ? refund(1) : reverse(1, 0, cause),
          correctStock(p, 1),
          giveOutPieces(),
          comeBack(1, 'all'),
          correctStock(p, 2),
          giveOutPieces(),
          cancel(1, 'owner'),
          giveOutPieces(),
        ),
      ),
    fc
      .tuple(product, fromMaker, plainAnswer, fc.constantFrom(10, 30, 73 * 60), fc.boolean())
      .map(([p, toOrder, answer, wait, isPart]) =>
        story(
          'one on the shelf and one from the maker, and the one is sold meanwhile',
          correctStock(p, 1),
          offer(p, toOrder),
          one(p, 2),
          ...(isPart ? [record(2, 'half')] : []),
          moveOn(wait),
          moveOn(wait),
          moveOn(wait),
          one(p, 1),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          ...payAgain(1),
          receiveAnswer(1, 0, answer, 'return', 1),
          record(1, 'half'),
          record(1, 'what is due'),
          correctStock(p, 2),
          giveOutPieces(),
        ),
      ),
    fc
      .tuple(product, fromMaker, fc.constantFrom('accepted' as const, 'partial_payment' as const))
      .map(([p, toOrder, decision]) =>
        story(
          'another sum is accepted when the piece on the shelf is sold',
          correctStock(p, 1),
          offer(p, toOrder),
          one(p, 2),
          receiveAnswer(2, 0, 'a part of it', 'return', 1),
          moveOn(30),
          one(p, 1),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          endTask(1, 0, decision),
          correctStock(p, 2),
          giveOutPieces(),
          record(1, 'what is due'),
        ),
      ),
    fc.tuple(product, fromMaker, few, few, sent).map(([p, toOrder, first, second, how]) =>
      story(
        'beside goods from the shelf, and changed',
        correctStock(p, 1),
        offer(p, toOrder),
        correctStock((p + 1) % productCount, 6),
        placeOrder([
          { product: (p + 1) % productCount, quantity: 2, price: 'today' },
          { product: p, quantity: 2, price: 'today' },
        ]),
        receiveAnswer(2, 0, 'approved', 'return', 1),
        ...send(how, 2),
        change(2, p, first, false),
        ...payBack(2),
        correctStock(p, 1),
        change(2, p, second, false),
        record(2, 'what is due'),
        correctStock(p, 2),
        giveOutPieces(),
        record(2, 'what is due'),
        takeParcelBack(2, 0),
        refund(2),
        cancel(2, 'owner'),
      ),
    ),
    fc
      .tuple(product, gone, sent, plainAnswer)
      .map(([p, cause, how, answer]) =>
        story(
          'paid, sent or not, and the money goes again',
          correctStock(p, 6),
          one(p, 2),
          record(2, 'half'),
          record(2, 'what is due'),
          ...send(how, 2),
          reverse(2, 0, cause),
          comeBack(2, 'half'),
          comeBack(2, 'all'),
          ...payAgain(2),
          receiveAnswer(2, 0, answer, 'return', 1),
          record(2, 'what is due'),
          ...payBack(2),
        ),
      ),
    fc
      .tuple(product, sent, fc.boolean())
      .map(([p, how, isWrittenOff]) =>
        story(
          'a card charged back, and won or written off',
          correctStock(p, 6),
          one(p, 2),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          ...send(how, 2),
          reverse(2, 0, 'charged_back'),
          cancel(2, 'owner'),
          change(2, p, 3, false),
          ...(isWrittenOff
            ? [endTask(2, 0, 'nothing_received'), reduce(2, 'written_off', 'taken back')]
            : []),
          comeBack(2, 'all'),
          ...payBack(2),
          takeParcelBack(2, 0),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, product, amount, fc.constantFrom(0, 1000), gone, fc.boolean())
      .map(([p, q, what, rest, cause, isShared]) =>
        story(
          'one transfer for several orders, which goes back',
          correctStock(p, 6),
          correctStock(q, 6),
          one(p, 1),
          one(q, 1),
          recordForSeveral(2, what, rest),
          ...(isShared ? [one(p, 1), shareLater(2, 0, 'all')] : [shareLater(2, 0, 'given back')]),
          pack(2, 0, 1, true, true),
          reverse(2, 0, cause),
          comeBack(2, 'all'),
          record(1, 'what is due'),
        ),
      ),
    fc
      .tuple(product, amount, fc.boolean())
      .map(([p, what, isFirst]) =>
        story(
          'money before its order',
          ...(isFirst
            ? [recordForSeveral(0, what, 1000), one(p, 1)]
            : [one(p, 1), recordForSeveral(0, what, 1000)]),
          shareLater(2, 0, 'too much'),
          shareLater(2, 0, 'all'),
          ...payBack(2),
          record(2, 'what is due'),
          reverse(2, 0, 'payment'),
        ),
      ),
    fc
      .tuple(product, fate, fc.constantFrom(1, 2), sent, fc.boolean(), fc.boolean())
      .map(([p, fate, quantity, how, isRefund, isFirst]) =>
        story(
          'pieces come back, with the money or before it',
          correctStock(p, 6),
          one(p, 2),
          record(2, 'what is due'),
          ...send(how, 2),
          ...(isFirst ? [record(2, 'half')] : []),
          isRefund ? refund(2, 0, 'half', { quantity, fate }) : bringBack(2, 0, { quantity, fate }),
          takeParcelBack(2, 0),
          ...payBack(2),
          change(2, p, 1, false),
          change(2, p, 3, false),
          reverse(2, 0, 'bounced'),
          ...(isRefund ? [] : [record(2, 'what is due')]),
          ...payBack(2),
          refund(2),
          refund(2),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, fc.boolean(), fc.boolean(), sent)
      .map(([p, isBefore, isTakenBack, how]) =>
        story(
          'the price is cut, and perhaps not after all',
          correctStock(p, 6),
          one(p, 2),
          ...(isBefore ? [reduce(2, 'price_cut', 'half')] : []),
          ...payAgain(2),
          record(2, 'half'),
          record(2, 'what is due'),
          ...send(how, 2),
          reduce(2, 'price_cut', 'half'),
          ...(isTakenBack ? [reduce(2, 'price_cut', 'taken back')] : []),
          ...payBack(2),
          reduce(2, 'price_cut', 'taken back'),
          record(2, 'what is due'),
          reduce(2, 'written_off', 'a little'),
          reduce(2, 'written_off', 'taken back'),
          refund(2, 0, 'half'),
          comeBack(2, 'half'),
          comeBack(2, 'all'),
        ),
      ),
    fc
      .tuple(product, plainAnswer, fc.boolean())
      .map(([p, answer, isPaid]) =>
        story(
          'something is added after payment, and what was sold stays sold',
          correctStock(p, 6),
          one(p, 1),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          change(2, p, 2, false),
          change(2, (p + 1) % productCount, 1, false),
          moveOn(30),
          ...payAgain(2),
          receiveAnswer(2, 0, answer, 'return', 1),
          ...(isPaid ? [record(2, 'what is due')] : []),
          refund(2, 0, 'half'),
          change(2, p, 1, false),
          refund(2),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, plainAnswer)
      .map(([p, answer]) =>
        story(
          'paid twice',
          one(p, 1),
          record(2, 'what is due'),
          record(2, 'what is due'),
          ...payBack(2),
          one(p, 1),
          recordTwo(2),
          receiveAnswer(2, 0, answer, 'reconcile', 1),
          endTask(2, 0, 'refunded'),
          one(p, 1),
          cancel(2, 'buyer'),
          receiveAnswer(2, 0, answer, 'return', 1),
          record(2, 'half'),
          endTask(2, 0, 'refunded'),
        ),
      ),
    fc
      .tuple(product, few, few, plainAnswer, fc.boolean())
      .map(([p, first, second, answer, isSent]) =>
        story(
          'changed after it was paid, given back or paid, and changed again',
          one(p, 2),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          change(2, p, first, false),
          ...(isSent ? [pack(2, 0, 1, true, true)] : []),
          ...payBack(2),
          ...payAgain(2),
          receiveAnswer(2, 0, answer, 'return', 1),
          change(2, (p + 1) % productCount, second, true),
          change(2, p, second, false),
          ...payBack(2),
          record(2, 'what is due'),
          refund(2),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, few, plainAnswer, fc.constantFrom(0, 30))
      .map(([p, quantity, answer, wait]) =>
        story(
          'changed while it is being paid',
          one(p, 2),
          moveOn(wait),
          change(2, p, quantity, false),
          ...payAgain(2),
          receiveAnswer(2, 1, answer, 'reconcile', 1),
          change(2, p, 2, false),
          receiveAnswer(2, 0, answer, 'return', 1),
        ),
      ),
    fc
      .tuple(product, few)
      .map(([p, quantity]) =>
        story(
          'a part is enough after a change, and bounces',
          one(p, 2),
          record(2, 'half'),
          record(2, 'half'),
          change(2, p, quantity, false),
          ...payBack(2),
          reverse(2, 0),
          record(2, 'what is due'),
          change(2, p, 1, false),
          reverse(2, 1),
          ...payBack(2),
        ),
      ),
    fc
      .tuple(product, plainAnswer, fc.constantFrom(0, 30, 26 * 60), fc.boolean())
      .map(([p, answer, wait, isRefunded]) =>
        story(
          'a part by cheque, the rest by card, and the cheque bounces',
          one(p, 1),
          record(2, 'half'),
          moveOn(wait),
          ...payAgain(2),
          receiveAnswer(2, 0, answer, 'return', 1),
          ...(isRefunded ? [refund(2)] : []),
          reverse(2, 0),
          ...payAgain(2),
          record(2, 'what is due'),
          reverse(2, 0),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, plainAnswer, fc.boolean())
      .map(([p, answer, isCompleted]) =>
        story(
          'recorded, sent, reversed, and collected again',
          one(p, 1),
          record(2, 'what is due'),
          receiveAnswer(2, 0, answer, 'return', 1),
          isCompleted ? complete(2, true) : pack(2, 0, 1, true, true),
          reverse(2, 0),
          record(2, 'half'),
          record(2, 'what is due'),
          record(2, 'half'),
          refund(2),
        ),
      ),
    fc
      .tuple(product, plainAnswer)
      .map(([p, answer]) =>
        story(
          'held again and again',
          one(p, 1),
          ...[1, 2, 3].flatMap(() => [moveOn(30), ...payAgain(2)]),
          receiveAnswer(2, 0, answer, 'reconcile', 1),
        ),
      ),
    fc.tuple(product, fc.constantFrom(0, 10, 30)).map(([p, wait]) =>
      story(
        'one browser, more orders than are held',
        // Enough of each for the other rule, two thirds of a product, not to come first.
        ...Array.from({ length: productCount }, (_, n) => correctStock(n, 9)),
        one(p, 1),
        ...[1, 2, 3].map((n) =>
          // The same cart as one that is unpaid would be that order.
          orderMore(2, [{ product: (p + n) % productCount, quantity: n === 3 ? 2 : 1, price: 'today' }]),
        ),
        moveOn(wait),
        ...payAgain(2),
        ...payAgain(1),
        cancel(1, 'buyer'),
        ...payAgain(2),
      ),
    ),
    fc
      .tuple(product, pieces, fc.boolean())
      .map(([p, quantity, hasPaid]) =>
        story(
          'two thirds of a product',
          correctStock(p, 6),
          one(p, 1),
          ...(hasPaid ? [receiveAnswer(2, 0, 'approved', 'return', 1)] : []),
          orderMore(2, [{ product: p, quantity, price: 'today' }]),
          one(p, 3),
          moveOn(10),
          ...payAgain(2),
          ...payAgain(1),
        ),
      ),
    fc
      .tuple(product, fc.constantFrom(10, 20, 30), plainAnswer)
      .map(([p, wait, answer]) =>
        story(
          'refused, a call to the bank, refused again, and another who waits for the piece',
          correctStock(p, 1),
          one(p, 1),
          moveOn(20),
          receiveAnswer(2, 0, 'refused', 'return', 1),
          moveOn(wait),
          one(p, 1),
          ...payAgain(2),
          receiveAnswer(2, 0, 'refused', 'return', 1),
          one(p, 1),
          moveOn(30),
          one(p, 1),
          receiveAnswer(2, 0, answer, 'return', 1),
        ),
      ),
    fc
      .tuple(product, pieces, fc.constantFrom(0, 10))
      .map(([p, quantity, wait]) =>
        story(
          'more strangers than pieces',
          correctStock(p, 4),
          one(p, 2),
          one(p, quantity),
          moveOn(wait),
          one(p, 1),
          one(p, 1),
          one(p, 1),
          ...payAgain(1),
          ...payAgain(2),
        ),
      ),
    fc
      .tuple(product, plainAnswer, plainAnswer, fc.boolean())
      .map(([p, first, second, isOldFirst]) =>
        story(
          'replaced, and both are heard of',
          one(p, 1),
          moveOn(30),
          ...payAgain(2),
          receiveAnswer(2, isOldFirst ? 1 : 0, first, 'reconcile', 1),
          receiveAnswer(2, isOldFirst ? 0 : 1, second, 'reconcile', 1),
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
          receiveAnswer(1, 0, 'approved', 'reconcile', 1),
        ),
      ),
    fc.tuple(product, pieces, fc.nat({ max: 3 })).map(([p, mine, stock]) =>
      story(
        'late money for what is gone',
        one(p, mine),
        moveOn(30),
        correctStock(p, stock),
        receiveAnswer(2, 0, 'approved', 'reconcile', 1),
        // Only the address.
        change(2, (p + 1) % productCount, 0, true),
        endTask(2, 0, 'accepted'),
        correctStock(p, 3),
        change(2, (p + 1) % productCount, 0, false),
        endTask(2, 0, 'refunded'),
      ),
    ),
    product.map((p) =>
      story(
        'one transaction for two orders',
        one(p, 1),
        receiveAnswer(2, 0, 'approved', 'return', 1),
        one(p, 1),
        receiveAnswer(2, 0, 'a transaction that paid another order', 'return', 1),
      ),
    ),
    fc
      .tuple(product, plainAnswer, fc.constantFrom(0, 30, 26 * 60), fc.boolean())
      .map(([p, answer, wait, isGivenBack]) =>
        story(
          'a part of the price, and the rest',
          one(p, 1),
          receiveAnswer(2, 0, 'a part of it', 'return', 1),
          endTask(2, 0, 'partial_payment'),
          moveOn(wait),
          ...payAgain(2),
          receiveAnswer(2, 0, 'refused', 'return', 1),
          moveOn(wait),
          ...(isGivenBack ? [refund(2)] : []),
          ...payAgain(2),
          receiveAnswer(2, 0, answer, 'return', 1),
          importStatement('index'),
          refund(2),
        ),
      ),
    fc
      .tuple(product, fc.constantFrom<BankAnswerName>('too much', 'a cent too little', 'a part of it'))
      .map(([p, answer]) =>
        story(
          'another sum is accepted',
          one(p, 1),
          receiveAnswer(2, 0, answer, 'return', 1),
          endTask(2, 0, 'accepted'),
          importStatement('reference'),
          refund(2),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, fc.constantFrom('charged_back' as const, 'payment' as const), sent, fc.boolean())
      .map(([p, cause, how, isTakenBack]) =>
        story(
          'a part is accepted as all, and is taken back or goes back',
          one(p, 1),
          receiveAnswer(2, 0, 'a part of it', 'return', 1),
          endTask(2, 0, 'accepted'),
          ...send(how, 1),
          ...(isTakenBack ? [reduce(2, 'accepted_as_all', 'taken back')] : []),
          reverse(2, 0, cause),
          comeBack(2, 'all'),
          record(2, 'what is due'),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(
        product,
        sent,
        corrected,
        corrected,
        fc.constantFrom('paid', 'changed', 'paid twice', 'not paid', 'pieces' as const),
      )
      .map(([p, how, first, second, when]) =>
        story(
          `a refund is corrected: ${when}`,
          correctStock(p, 6),
          one(p, 2),
          record(2, when === 'not paid' ? 'half' : 'what is due'),
          ...(when === 'not paid' ? [] : send(how, 2)),
          ...(when === 'paid twice' ? [record(2, 'half')] : []),
          refund(2, 0, 'half', when === 'pieces' ? { quantity: 1, fate: 'restocked' } : undefined),
          ...(when === 'changed' ? [change(2, p, 3, false)] : []),
          ...(when === 'not paid' ? [record(2, 'what is due'), ...send(how, 2)] : []),
          correct(2, 0, first),
          correct(2, 0, second),
          comeBack(2, 'half'),
          correct(2, 0, 'nothing'),
          ...payBack(2),
          record(2, 'what is due'),
          cancel(2, 'owner'),
        ),
      ),
    fc
      .tuple(product, sent, fc.constantFrom('bounced' as const, 'charged_back' as const), fc.boolean())
      .map(([p, how, cause, isCorrected]) =>
        story(
          'a cheque bounces of which a part was given back',
          correctStock(p, 6),
          one(p, 2),
          record(2, 'what is due'),
          ...send(how, 2),
          refund(2, 0, 'half'),
          reverse(2, 0, cause),
          reverse(2, 0, 'payment'),
          reverse(2, 0, 'mistake'),
          ...(isCorrected ? [correct(2, 0, 'nothing')] : [record(2, 'what is due')]),
          comeBack(2, 'half'),
          comeBack(2, 'all'),
          ...payBack(2),
          record(2, 'what is due'),
          cancel(2, 'owner'),
        ),
      ),
    product.map((p) =>
      story(
        'paid under another reference',
        one(p, 1),
        receiveAnswer(2, 0, 'another reference', 'return', 1),
        ...payAgain(2),
        endTask(2, 0, 'accepted'),
        importStatement('index'),
        refund(2),
      ),
    ),
    product.map((p) =>
      story(
        'given back since it was under another reference, and corrected while it is paid again',
        one(p, 1),
        receiveAnswer(2, 0, 'another reference', 'return', 1),
        endTask(2, 0, 'refunded'),
        ...payAgain(2),
        correct(2, 0, 'half'),
        correct(2, 0, 'the same'),
        receiveAnswer(2, 0, 'approved', 'return', 1),
      ),
    ),
    product.map((p) =>
      story(
        'changed after payment to less, and then to a little more',
        correctStock(p, 9),
        one(p, 3),
        receiveAnswer(2, 0, 'approved', 'return', 1),
        change(2, p, 1, false),
        change(2, p, 2, false),
        ...payBack(2),
        change(2, p, 3, false),
      ),
    ),
    fc
      .tuple(product, plainAnswer)
      .map(([p, answer]) =>
        story(
          'three days without a word',
          one(p, 1),
          receiveAnswer(2, 0, 'timed out', 'reconcile', 1),
          moveOn(73 * 60),
          giveUp(),
          receiveAnswer(2, 0, answer, 'owner', 1),
        ),
      ),
    fc
      .tuple(product, pieces, fc.boolean(), fc.constantFrom('index' as const, 'reference' as const))
      .map(([p, quantity, isReserved, by]) =>
        story(
          'paid, and then the statement',
          one(p, quantity),
          ...(isReserved ? [reserve(2)] : []),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          complete(2, false),
          importStatement(by),
          importStatement('index'),
          complete(2, false),
        ),
      ),
    fc
      .tuple(product, plainAnswer, who)
      .map(([p, answer, by]) =>
        story(
          'a slow bank: nobody pays, nobody cancels',
          one(p, 1),
          askSlowBank(2),
          ...payAgain(2),
          cancel(2, by),
          orderMore(2, 'the same cart'),
          askSlowBank(2),
          receiveAnswer(2, 0, answer, 'shopper', 1),
          ...payAgain(2),
        ),
      ),
    fc
      .tuple(product, plainAnswer, plainAnswer, who, fc.constantFrom(10, 30))
      .map(([p, meanwhile, answer, by, wait]) =>
        story(
          'asked before it is paid again, and others move before the answer',
          one(p, 1),
          moveOn(wait),
          beginPayment(2, false),
          beginPayment(2, false),
          cancel(2, by),
          receiveAnswer(2, 0, meanwhile, 'reconcile', 1),
          beginPayment(2, false),
          orderMore(2, 'the same cart'),
          finishPayment(0, answer),
          finishPayment(0, answer),
        ),
      ),
    fc
      .tuple(product, pieces, fc.boolean(), who)
      .map(([p, quantity, isSettled, by]) =>
        story(
          'given back and cancelled',
          one(p, quantity),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          cancel(2, 'owner'),
          ...(isSettled ? [importStatement('index')] : []),
          refund(2),
          refund(2),
          complete(2, true),
          cancel(2, by),
          cancel(2, 'owner'),
          receiveAnswer(2, 0, 'approved as another transaction', 'reconcile', 1),
        ),
      ),
    fc
      .tuple(product, fc.boolean(), fc.constantFrom(10, 20 * 60, 26 * 60), fc.boolean())
      .map(([p, hasReason, wait, isRefunded]) =>
        story(
          'packed, sent in two parcels, and taken back',
          correctStock(p, 3),
          one(p, 3),
          pack(2, 0, 1, false, false),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          pack(2, 0, 2, true, hasReason),
          pack(2, 0, 1, false, false),
          complete(2, true),
          sendParcel(2, 0, true),
          moveOn(wait),
          ...(isRefunded ? [refund(2), cancel(2, 'owner')] : []),
          takeParcelBack(2, 0),
          takeParcelBack(2, 0),
          complete(2, true),
          pack(2, 0, 1, true, true),
          pack(2, 0, 1, true, true),
          takeParcelBack(2, 1),
        ),
      ),
    fc
      .tuple(product, pieces, fc.constantFrom(40, 20 * 60), fc.boolean())
      .map(([p, quantity, age, isReserved]) =>
        story(
          'the buyer pays late, and the return is lost',
          one(p, quantity),
          ...(isReserved ? [reserve(2)] : []),
          moveOn(age),
          receiveAnswer(2, 0, 'approved', 'reconcile', 1),
          importStatement('index'),
        ),
      ),
    product.map((p) => {
      const [mine, also] = [p, (p + 1) % productCount].map((product) => ({
        product,
        quantity: 1,
        price: 'today' as const,
      })) as [WantedLine, WantedLine];
      return story(
        'a cart sent again, of which another order has a part',
        placeOrder([mine, also]),
        orderMore(2, [mine]),
        orderMore(1, 'the same cart'),
        ...payAgain(1),
        receiveAnswer(1, 0, 'approved', 'return', 1),
        receiveAnswer(2, 0, 'approved', 'return', 1),
      );
    }),
    fc
      .tuple(product, product, plainAnswer)
      .map(([p, other, answer]) =>
        story(
          'what a buyer holds is there for the same buyer',
          correctStock(p, 2),
          one(p, 2),
          orderMore(2, [{ product: p, quantity: 1, price: 'today' }]),
          one(other, 1),
          ...payAgain(1),
          ...payAgain(2),
          receiveAnswer(1, 0, answer, 'return', 1),
        ),
      ),
    fc
      .tuple(product, anyAnswer, fc.boolean())
      .map(([p, answer, isLookedAt]) =>
        story(
          'a card charged twice under one trace',
          one(p, 1),
          receiveAnswer(2, 0, 'approved', 'return', 1),
          receiveAnswer(2, 0, 'approved as another transaction', 'reconcile', 2),
          ...(isLookedAt ? [endTask(2, 0, 'refunded')] : []),
          receiveAnswer(2, 0, answer, 'owner', 1),
        ),
      ),
  ];
  return [
    order,
    order,
    order,
    plainAnswerStep,
    plainAnswerStep,
    plainAnswerStep,
    plainAnswerStep,
    anyAnswerStep,
    anyAnswerStep,
    again,
    again,
    again,
    again,
    answered,
    answered,
    answered,
    answered,
    ...stories,
    fc.tuple(some, fc.boolean()).map((sent) => repeatOrder(...sent)),
    fc.tuple(some, who).map((asked) => cancel(...asked)),
    more,
    fc.tuple(cart, fc.boolean()).map((sent) => twoTabs(...sent)),
    some.map(askSlowBank),
    fc
      .tuple(some, fc.constantFrom('sent', 'sent', 'refused', 'silence'))
      .map((asked) => askForPrompt(...asked)),
    some.map((n) => askForPrompt(n)),
    fc.tuple(some, few, noticed, plainAnswer).map((told) => noticeOfPrompt(...told)),
    fc.tuple(some, typed, amount, then).map((paid) => payToPaybill(...paid)),
    fc.tuple(some, typed, amount, then).map((paid) => payToPaybill(...paid)),
    fc.tuple(few, fc.boolean()).map((told) => tell(...told)),
    fc.tuple(few, fc.option(some), fc.boolean()).map((typed) => recordCode(...typed)),
    fc.constant(importReceipts()),
    fc.tuple(some, state).map((written) => writeState(...written)),
    fc.tuple(some, few, outcome).map((decided) => endTask(...decided)),
    fc
      .tuple(some, few, fc.constantFrom('all' as const, 'half' as const, 'more than there is' as const))
      .map((given) => refund(...given)),
    fc
      .tuple(some, few, pieces, fate)
      .map(([n, m, quantity, fate]) => refund(n, m, 'half', { quantity, fate })),
    fc.tuple(some, few, pieces, fate).map(([n, m, quantity, fate]) => bringBack(n, m, { quantity, fate })),
    fc
      .tuple(
        some,
        fc.constantFrom('price_cut' as const, 'written_off' as const, 'accepted_as_all' as const),
        fc.constantFrom('a little', 'half', 'what is due', 'too much', 'taken back', 'taken back'),
      )
      .map((agreed) => reduce(...agreed)),
    some.map((n) => refund(n, 0, 'what is too much')),
    fc
      .tuple(some, few, fc.constantFrom('nothing', 'half', 'the same', 'all', 'more than there is'))
      .map((right) => correct(...right)),
    fc.tuple(some, product, few, isLate).map((changed) => change(...changed)),
    fc.tuple(some, amount).map((paid) => record(...paid)),
    some.map(recordTwo),
    fc.tuple(few, amount, fc.constantFrom(0, 0, 1000)).map((paid) => recordForSeveral(...paid)),
    fc
      .tuple(some, some, fc.constantFrom('all' as const, 'too much' as const, 'given back' as const))
      .map((shared) => shareLater(...shared)),
    fc.tuple(some, some, gone).map((took) => reverse(...took)),
    fc
      .tuple(some, fc.constantFrom('all' as const, 'half' as const, 'too much' as const))
      .map((back) => comeBack(...back)),
    some.map(confirmListed),
    fc.tuple(some, fc.boolean()).map((asked) => complete(...asked)),
    fc.tuple(some, some, pieces, fc.boolean(), fc.boolean()).map((packed) => pack(...packed)),
    fc.tuple(some, some, fc.boolean()).map((sent) => sendParcel(...sent)),
    fc.tuple(some, some).map((taken) => takeParcelBack(...taken)),
    some.map(reserve),
    fc.constantFrom('index' as const, 'reference' as const).map(importStatement),
    minutes.map(moveOn),
    minutes.map(moveOn),
    fc
      .tuple(product, fc.option(fc.record({ deposit, isPublic: fc.boolean() })))
      .map((offered) => offer(...offered)),
    fc.constant(giveOutPieces()),
    fc.constant(giveOutPieces()),
    fc.constant(giveUp()),
    fc.tuple(product, fc.integer({ min: 0, max: 9 })).map((corrected) => correctStock(...corrected)),
    fc.tuple(product, fc.integer({ min: 10, max: 5000 })).map((changed) => changePrice(...changed)),
    fc.tuple(product, fc.constantFrom(true, true, true, true, false)).map((put) => putOnSale(...put)),
  ];
}
