import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A sentence that is compared: reworded, the rule that hangs on it changes. */
const comparedSentence =
  /\b(?:where|and|or|when|if|not)\b[^';]*(?:(?<!:)=|<>|like|distinct from)\s*'[A-Z][a-z]+ [a-z].*/g;
/** A group that is told by how its keys begin. */
const comparedPrefix = /\blike\s+'[a-z]+\\?_%'.*/g;

const folder = 'supabase/migrations';
const comparedIn = (sql: string) =>
  [comparedSentence, comparedPrefix].flatMap((pattern) => sql.match(pattern) ?? []);

test('what SQL decides by is a key, never a sentence or the beginning of a name', () => {
  for (const file of readdirSync(folder))
    expect(comparedIn(readFileSync(`${folder}/${file}`, 'utf8')), file).toEqual([]);
});

test.each([
  "    and not exists (select 1 from private.papers c where c.reason <> 'Money was given back')",
  "    and c.reason <>\n      'Money was given back'",
  "  where p_product.is_active or a.group_name <> 'Price compared'",
  "    and m.kind not like 'owner\\_%';",
])('finds %s', (text) => {
  expect(comparedIn(text)).toHaveLength(1);
});

/** Files with sentences for people, and why they stand there. */
const sentences: Record<string, string> = {
  data_sheets: 'the names of attributes are data',
  delivery: 'a promise is stored with its order as it was read',
  orders: 'what an order that is fetched says in place of a promise',
  order_steps: 'the reason of an entry of the book, as a person types one',
  bank_statements: 'the names of holidays are data',
  papers: 'a line of a paper is stored as it was printed',
};

test('sentences for people are TypeScript’s', () => {
  const found = readdirSync(folder).filter((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .replace(/^comment on [^]*?;$/gm, '')
      .replace(/^\s*--.*$|detail =.*$|refuse_invalid\([^;]*/gm, '')
      .match(/'[A-Z][a-z]+,? [a-z]+[^']*'/),
  );
  expect(found.map((file) => file.replace(/^\d+_|\.sql$/g, ''))).toEqual(Object.keys(sentences));
});
