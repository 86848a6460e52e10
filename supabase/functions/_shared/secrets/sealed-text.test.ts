import { expect, it } from 'vitest';
import { sealer } from './sealed-text.ts';

const secret = 'a long random text';
const { seal, open } = sealer(secret, 'tests');

it('is decrypted in the same context, and is unreadable otherwise', async () => {
  const sealed = await seal('Ünïcode ✓', 'row 1');
  expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
  expect(await open(sealed, 'row 1')).toBe('Ünïcode ✓');
  expect(await sealer(secret, 'tests').open(sealed, 'row 1')).toBe('Ünïcode ✓');
});

it('is never the same twice', async () => {
  expect(await seal('x', 'row 1')).not.toBe(await seal('x', 'row 1'));
});

it('is not decrypted in another context, for another purpose or with another key', async () => {
  const sealed = await seal('x', 'row 1');
  expect(await open(sealed, 'row 2')).toBeNull();
  expect(await sealer(secret, 'other things').open(sealed, 'row 1')).toBeNull();
  expect(await sealer('another text', 'tests').open(sealed, 'row 1')).toBeNull();
});

it('notices every change', async () => {
  const sealed = await seal('x', 'row 1');
  const [, nonce = '', text = ''] = sealed.split('.');
  const other = (letters: string) => (letters.startsWith('A') ? 'B' : 'A') + letters.slice(1);
  for (const changed of [
    `v1.${other(nonce)}.${text}`,
    `v1.${nonce}.${other(text)}`,
    `v2.${nonce}.${text}`,
    'v1.!.!',
    'x',
    '',
  ])
    expect(await open(changed, 'row 1'), changed).toBeNull();
});
