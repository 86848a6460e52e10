import { expect, it, vi } from 'vitest';
import { outboxWatch } from './outbox-call.ts';

it('the first request calls the outbox, and then the first one after five minutes', () => {
  const call = vi.fn();
  let now = 1_000_000;
  const watch = outboxWatch(call, () => now);
  watch();
  watch();
  now += 5 * 60_000;
  watch();
  expect(call).toHaveBeenCalledTimes(1);
  now += 1;
  watch();
  watch();
  expect(call).toHaveBeenCalledTimes(2);
});
