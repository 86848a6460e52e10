import type { AdminProduct } from '@contract/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { ArchiveButton } from './product-columns.tsx';

const terrameter = { id: 'p1', name: 'Terrameter', isActive: true } as AdminProduct;

/** A list of the products on sale, as the table shows it with that filter, beside data that is fetched slowly. */
function OnSale({ read, readSlowly }: { read(): AdminProduct[]; readSlowly(): Promise<unknown> }) {
  const { data = [] } = useQuery({ queryKey: [adminKey, 'on-sale'], queryFn: read });
  useQuery({ queryKey: [adminKey, 'slow'], queryFn: readSlowly });
  return data.map((product) => <ArchiveButton key={product.id} product={product} className={undefined} />);
}

test('a product that leaves the list when it is archived says so', async () => {
  const read = vi.fn(() => [terrameter]);
  answerDatabase(() => {
    read.mockReturnValue([]);
    return [{ ...terrameter, isActive: false }];
  });
  let release = () => {};
  const readSlowly = () => new Promise((resolve) => (release = () => resolve(null)));
  const user = renderInShop(<OnSale read={read} readSlowly={readSlowly} />);
  await user.click(await screen.findByRole('button', { name: 'Archive Terrameter' }));
  await expect.poll(() => screen.queryByRole('button', { name: /Terrameter/ })).toBeNull();
  release();
  await findToast('Archived', 'Shoppers no longer see Terrameter.');
});
