import type { AdminProduct } from '@contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { answerApi, fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
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

test('whether shoppers see it is said as it is chosen', async () => {
  answerSaves(async () => terrameter);
  const user = renderInShop(<Form onSaved={() => {}} />);
  screen.getByText(/^Shoppers see it\./);
  await user.click(screen.getByRole('checkbox', { name: 'On sale' }));
  screen.getByText('Off sale: no list of the shop shows it.');
  expect(screen.queryByText(/^Shoppers see it/)).toBeNull();
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

test('VAT is saved with the product: another rate than the standard one needs its evidence', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.startsWith('/api/products/')) return terrameter;
    if (!address.endsWith('/set_product_vat')) return null;
    sent.push(body);
    return sent.length === 1 ? refusedBySql('invalid_request') : { class: 'exempt', evidence: 'CS 12/2026' };
  });
  const onSaved = vi.fn();
  const user = renderInShop(<Form onSaved={onSaved} />);
  const vat = await screen.findByLabelText<HTMLSelectElement>('VAT');
  await expect.poll(() => vat.disabled).toBe(false);
  await user.selectOptions(vat, 'Exempt');
  const save = () => user.click(screen.getByRole('button', { name: 'Save Product' }));
  await save();
  await expect
    .poll(() => messageUnder(screen.getByLabelText('Evidence')))
    .toBe('Say why it is not the standard rate');
  await fillIn(user, { Evidence: 'CS 12/2026' });
  await save();
  await screen.findByText('Not saved');
  expect(onSaved).not.toHaveBeenCalled();
  await save();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  expect(sent).toEqual(
    [1, 2].map(() => ({ p_product_id: terrameter.id, p_class: 'exempt', p_evidence: 'CS 12/2026' })),
  );
  await expect.poll(() => screen.queryByText('Not saved yet')).toBeNull();
});
