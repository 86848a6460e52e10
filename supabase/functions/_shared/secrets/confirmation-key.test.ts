import { expect, it } from 'vitest';
import { confirmationKeys } from './confirmation-key.ts';
import { orderLinks } from './order-link.ts';

const id = 'b5b7a3c0-0000-4000-8000-00001a2b3c4d';
const { keyOf, idOf } = confirmationKeys('a secret');

it('returns the id only for its own key', () => {
  const key = keyOf(id);
  // The same for as long as the secret is: links in old mails keep working.
  expect(key).toBe(`${id}.ldXtwpXwGVEOhMeG1dkMDRKNHuUH-AfgJ_69TyGJ8yE`);
  expect(idOf(key)).toBe(id);
  const [, letters = ''] = key.split('.');
  for (const other of [
    '',
    id,
    `${id}.`,
    letters,
    `b5b7a3c0-0000-4000-8000-00001a2b3c4e.${letters}`,
    `${key}A`,
    key.slice(0, -2),
    confirmationKeys('another secret').keyOf(id),
    // The same secret signs the links of orders.
    `${id}.${orderLinks('a secret').keyOf(id, 1).slice(2)}`,
  ]) {
    expect(idOf(other), other).toBeNull();
  }
});
