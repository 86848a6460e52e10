import { expect, it } from 'vitest';
import { readLimited } from './limited-body.ts';

const tooLarge = expect.objectContaining({ code: 'body_too_large' }) as Error;
const post = (body: BodyInit | null, headers = {}) =>
  new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
const chunks = (...texts: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

it('a body up to the limit is read completely, also in chunks', async () => {
  expect(await readLimited(post('12345', { 'content-length': '5' }), 5)).toBe('12345');
  // The euro sign is cut in two by its chunks.
  const euro = new TextEncoder().encode('1€2');
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(euro.slice(0, 2));
      controller.enqueue(euro.slice(2));
      controller.close();
    },
  });
  expect(await readLimited(post(cut), 5)).toBe('1€2');
});

it('one byte more is refused, whatever the sender claims', async () => {
  await expect(readLimited(post('123456'), 5)).rejects.toEqual(tooLarge);
  await expect(readLimited(post(chunks('123', '456')), 5)).rejects.toEqual(tooLarge);
  await expect(readLimited(post('1', { 'content-length': '6' }), 5)).rejects.toEqual(tooLarge);
});

it('reading an endless body stops at the limit', async () => {
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel: () => {
      cancelled = true;
    },
  });
  await expect(readLimited(post(endless), 5)).rejects.toEqual(tooLarge);
  expect(cancelled).toBe(true);
});

it('a missing body is read as empty', async () => {
  expect(await readLimited(post(null), 5)).toBe('');
});
