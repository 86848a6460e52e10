import { expect, test } from 'vitest';
import { string } from 'yup';
import { uuidRule } from './field-rules.ts';
import { placeOrderSchema } from './place-order.ts';

const id = string().test(uuidRule('Unknown order'));

test.each([undefined, '2f1c2f4e-7f0b-4d0e-9a51-6f1c2f4e7f0b', '01a210ab-b19f-7b0a-a204-46d13171cd8f'])(
  'an id of any version may be one: %s',
  (text) => expect(id.isValidSync(text)).toBe(true),
);

test.each(['', '01a210ab', '01a210ab-b19f-7b0a-a204-46d13171cd8g'])('another text is not one: %j', (text) =>
  expect(() => id.validateSync(text)).toThrow('Unknown order'),
);

const refusalsOf = (schema: typeof placeOrderSchema, body: unknown) =>
  schema.validate(body, { abortEarly: false }).catch((error: { inner: unknown[] }) => error.inner.length);

test('a list that is too long is refused by its length: no more is looked at', async () => {
  expect(await refusalsOf(placeOrderSchema, { orderData: {}, items: Array(50_000).fill(0) })).toBeLessThan(
    120,
  );
});
