import { readFileSync } from 'node:fs';
import type { TextBlock, TextPage } from '@contract/shop-texts.ts';

/** The text of a page with which a shop begins: it stands in the migration alone. */
export function defaultShopText(page: TextPage): TextBlock[] {
  const sql = readFileSync('supabase/migrations/20261121060100_settings.sql', 'utf8');
  return JSON.parse(sql.split(`$${page}$`)[1] ?? '') as TextBlock[];
}
