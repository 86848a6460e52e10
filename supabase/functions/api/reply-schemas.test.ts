import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replySchemas, replySchemasFile } from '../../../local/testing/reply-schemas.ts';

test('the generated replies are those of the contract as it is now: npm run types', async () => {
  expect(readFileSync(replySchemasFile, 'utf8')).toBe(await replySchemas());
});
