import { expect, test } from 'vitest';
import { string } from 'yup';
import { uuidRule } from './field-rules.ts';
import { changeProductsSchema } from './product-changes.ts';
import { importProductsSchema } from './product-imports.ts';
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

test.each([null, 0, 'x', [], {}, { id: null }, { id: {} }, { id: [] }])(
  'an item that is %j is refused in words',
  async (item) => {
    await expect(changeProductsSchema.validate({ changes: [item] })).rejects.toMatchObject({
      name: 'ValidationError',
    });
    await expect(
      importProductsSchema.validate({ fileName: 'a.csv', unchanged: 0, rows: [item] }),
    ).rejects.toMatchObject({ name: 'ValidationError' });
  },
);

test('no id stands twice, however it is spelt', async () => {
  const id = '0b5c6a3e-8f1d-4c55-9a61-2f6f4c1d7e10';
  const change = (name: string) => ({ id: name, seen: {}, set: { price: 5 } });
  await expect(
    changeProductsSchema.validate({ changes: [change(id), change(id.toUpperCase())] }),
  ).rejects.toThrow('Each product only once');
  const others = [change(id), change(id.replace('0b5c', '1b5c'))];
  expect((await changeProductsSchema.validate({ changes: others })).changes).toHaveLength(2);
});
