import type { AdminProduct } from '@contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard as terrameter } from '#testing/terrameter.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { ProductForm } from './product-form.tsx';
import { valuesOf } from './product-values.ts';
import { useProductForm } from './use-product-form.ts';

/** @param restored the product, once an earlier state of it was restored */
function Form({ onSaved, restored }: { onSaved(): void; restored?: Promise<AdminProduct> }) {
  const form = useProductForm({
    scope: terrameter.id,
    initialValues: valuesOf(terrameter),
    product: terrameter,
    onSaved,
  });
  return (
    <>
      <ProductForm form={form} labels={{ save: 'Save Product', saving: 'Saving…' }} />
      <button onClick={() => void restored?.then(form.follow)}>Restore the price</button>
    </>
  );
}

/** Other data of the dashboard, which is never read to the end. */
function SlowData() {
  useQuery({ queryKey: [adminKey, 'slow'], queryFn: () => new Promise(() => {}) });
  return null;
}

/** Mocks the shop's response to saving a product; what else the form asks for cannot be read. */
function answerSaves(answer: (sent: Partial<AdminProduct>) => Promise<AdminProduct>) {
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) =>
    path.startsWith('/api/products/')
      ? Response.json(await answer(JSON.parse(body as string) as Partial<AdminProduct>))
      : Response.json({}, { status: 503 }),
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('what is typed while the product is being saved stays, and is not saved yet', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const bodies: Partial<AdminProduct>[] = [];
  answerSaves(async (sent) => {
    bodies.push(sent);
    await released;
    return { ...terrameter, name: sent.name ?? '', updatedAt: '2026-11-22T09:00:00Z' };
  });
  const onSaved = vi.fn();
  const user = renderInShop(<Form onSaved={onSaved} />);
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Terrameter LS');
  await user.click(screen.getByRole('button', { name: 'Save Product' }));
  await expect.poll(() => bodies).toHaveLength(1);
  await user.clear(field('Brand'));
  await user.type(field('Brand'), 'Guideline Geo');
  release();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  expect(field('Name').value).toBe('Terrameter LS');
  expect(field('Brand').value).toBe('Guideline Geo');
  screen.getByText('Not saved yet');
});

test('what is typed while an earlier state is being restored stays', async () => {
  answerApi(503, '');
  let release = () => {};
  const restored = new Promise<AdminProduct>((resolve) => {
    release = () => resolve({ ...terrameter, price: 12_000 });
  });
  const user = renderInShop(<Form onSaved={() => {}} restored={restored} />);
  await user.click(screen.getByRole('button', { name: 'Restore the price' }));
  await user.type(field('Brand'), ' AB');
  release();
  await expect.poll(() => field('Price (KES)').value).toBe('12000');
  expect(field('Brand').value).toBe('ABEM AB');
});

test('the product is saved when the shop says so, however long other data of the page takes', async () => {
  answerSaves(() => Promise.resolve({ ...terrameter, brand: 'ABEM AB' }));
  const onSaved = vi.fn();
  const user = renderInShop(
    <>
      <Form onSaved={onSaved} />
      <SlowData />
    </>,
  );
  await user.type(field('Brand'), ' AB');
  await user.click(screen.getByRole('button', { name: 'Save Product' }));
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
});

test('a price that changes by more than half is saved only when it is confirmed', async () => {
  const sent: unknown[] = [];
  answerSaves(({ price }) => {
    sent.push(price);
    return Promise.resolve({ ...terrameter, price: price ?? 0 });
  });
  const user = renderInShop(<Form onSaved={() => {}} />);
  await user.clear(field('Price (KES)'));
  await user.type(field('Price (KES)'), '150,000');
  const save = () => user.click(screen.getByRole('button', { name: 'Save Product' }));
  await save();
  await user.click(await screen.findByRole('button', { name: 'Look again' }));
  await expect.poll(() => screen.queryByText('Change the price by more than half?')).toBeNull();
  expect([sent, field('Price (KES)').value]).toEqual([[], '150,000']);
  await save();
  await user.click(await screen.findByRole('button', { name: 'Change the price' }));
  await expect.poll(() => sent).toEqual([150_000]);
});
