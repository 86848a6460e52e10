import { beforeAll } from 'vitest';
import { db, restock } from './shop-database.ts';

/**
 * Resets the catalogue before each test file to the state the site was built with: products of other files are
 * archived, their missing pictures removed, holds released, and sold stock restored.
 */
beforeAll(async () => {
  await db()`update public.products set is_active = false, image_url = null, pictures = '[]'
    where created_at::date <> '2026-01-05' and (is_active or pictures <> '[]')`;
  await db()`update private.stock_holds set expires_at = now() where expires_at > now()`;
  await restock();
});
