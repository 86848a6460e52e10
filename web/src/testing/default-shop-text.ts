import { readFileSync } from 'node:fs';
import type { TextBlock, TextPage } from '@contract/shop-texts.ts';

/** The text of a page with which a shop begins: it stands in that file alone. */
export function defaultShopText(page: TextPage): TextBlock[] {
  const sql = readFileSync('supabase/seed/texts/shop-texts.sql', 'utf8');
  return JSON.parse(sql.split(`$${page}$`)[1] ?? '') as TextBlock[];
}
