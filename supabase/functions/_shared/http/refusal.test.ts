import { expect, it, vi } from 'vitest';
import { asPage, errorResponse, Refusal } from './refusal.ts';
import { requiredEnv } from './required-env.ts';

async function replyTo(error: unknown) {
  const log = vi.fn();
  const response = errorResponse(error, log);
  return { response, body: (await response.json()) as Record<string, unknown>, log };
}

it('a refusal is sent with its status, message, code and details', async () => {
  const { response, body, log } = await replyTo(
    new Refusal('method_not_allowed', { headers: { allow: 'POST' }, fields: { a: 'wrong' } }),
  );
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    message: 'This address does not accept that kind of request.',
    code: 'method_not_allowed',
    fields: { a: 'wrong' },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  expect(log).not.toHaveBeenCalled();
});

it('a custom message replaces the code’s', async () => {
  const refusal = new Refusal('not_found', { message: 'Order not found' });
  expect([refusal.name, refusal.message]).toEqual(['Refusal', 'Order not found']);
  expect((await replyTo(refusal)).body).toMatchObject({ message: 'Order not found', code: 'not_found' });
});

it('a person who followed a link reads the sentence on a page', async () => {
  const page = await asPage(
    errorResponse(new Refusal('not_found', { message: 'No <paper> & no link' }), vi.fn()),
  );
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<p>No &#60;paper&#62; &#38; no link</p>');
});

it('the cause of a refusal is only logged', async () => {
  const fault = 'The auth service refused with 422 signup_disabled.';
  const { body, log } = await replyTo(new Refusal('service_unavailable', { fault }));
  expect(log.mock.calls).toEqual([
    [{ level: 'error', requestId: body.requestId, name: 'service_unavailable', message: fault }],
  ]);
  expect(JSON.stringify(body)).not.toContain('signup_disabled');
});

it.each([
  ['shop_busy', '3'],
  ['service_unavailable', '10'],
  ['out_of_stock', null],
] as const)('%s may be tried again after %s seconds', async (code, seconds) => {
  expect((await replyTo(new Refusal(code))).response.headers.get('retry-after')).toBe(seconds);
});

it.each([
  ['email_taken', 'email'],
  ['wrong_password', 'currentPassword'],
  ['slug_taken', 'slug'],
  ['stock_is_held', 'stock'],
] as const)('%s stands at the field %s', async (code, field) => {
  const { body } = await replyTo(new Refusal(code));
  expect(body.fields).toEqual({ [field]: body.message });
});

it.each([new TypeError('password=hunter2'), 'password=hunter2'])(
  'an unexpected error is logged with the id in the reply, which contains nothing else of it: %s',
  async (error) => {
    const { response, body, log } = await replyTo(error);
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(body).toMatchObject({ code: 'internal', requestId: expect.any(String) as string });
    expect(log).toHaveBeenCalledWith({
      level: 'error',
      requestId: body.requestId,
      name: error instanceof Error ? 'TypeError' : 'Error',
      message: 'password=hunter2',
      stack: expect.any(String) as string,
    });
  },
);

it('a missing setting is reported by name', () => {
  expect(requiredEnv(new Map([['A', 'b']]), 'A')).toBe('b');
  expect(() => requiredEnv(new Map([['A', '']]), 'A')).toThrow('The setting A is missing.');
});
