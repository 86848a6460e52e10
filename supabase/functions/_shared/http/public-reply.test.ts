import { expect, it } from 'vitest';
import { publicReply, publicResponse } from './public-reply.ts';

const reply = publicReply({ reply: { price: 1 }, tags: ['product-1'], headers: { 'x-total-count': '1' } }, [
  'limit',
]);
const respond = (id: string, ifNoneMatch?: string) =>
  publicResponse(reply, new Headers(ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {}), id);

it('is sent to any number of callers, each with the id of its request', async () => {
  const responses = ['1', '2', '3'].map((id) => respond(id));
  expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(['1', '2', '3']);
  expect(await Promise.all(responses.map((response) => response.json()))).toEqual(
    Array(3).fill({ price: 1 }),
  );
  expect(respond('4').headers.get('x-total-count')).toBe('1');
});

it('keeps what one caller’s response gets to itself', () => {
  respond('1').headers.set('cache-control', 'no-store');
  expect(respond('2').headers.get('cache-control')).toContain('public');
});

it.each([
  ['as it is', (etag: string) => etag],
  ['as the CDN names its compressed copy', (etag: string) => etag.replace(/"$/, '-df"')],
  ['made weak by a proxy', (etag: string) => `W/${etag}`],
  ['among others', (etag: string) => `"other", ${etag}`],
])('is 304 without a body for a caller who sends its etag %s', async (_, sent) => {
  const response = respond('1', sent(reply.etag));
  expect([response.status, await response.text()]).toEqual([304, '']);
  expect(response.headers.get('netlify-cache-tag')).toBe('product-1');
  expect(respond('2', '"other"').status).toBe(200);
});
