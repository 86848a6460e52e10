import { readFileSync } from 'node:fs';
import type { TextPage } from '@contract/shop-text-pages.ts';

/** The text of a page with which a shop begins: it stands in that file alone. */
export function defaultShopText(page: TextPage): string {
  const sql = readFileSync('supabase/seed/texts/shop-texts.sql', 'utf8');
  return sql.split(`$${page}$`)[1] ?? '';
}
