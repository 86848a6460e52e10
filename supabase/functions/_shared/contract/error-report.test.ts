import { expect, it } from 'vitest';
import { errorEnvelope, errorSinkOf, withoutPersons } from './error-report.ts';

const id = 'b5b7a3c0-0000-4000-8000-00001a2b3c4d';

it('a DSN says where envelopes go', () => {
  expect(errorSinkOf('SENTRY_DSN', 'https://abc123@o1.ingest.example/456')).toEqual({
    origin: 'https://o1.ingest.example',
    url: 'https://o1.ingest.example/api/456/envelope/?sentry_key=abc123&sentry_version=7',
  });
  expect(errorSinkOf('SENTRY_DSN', 'http://k@127.0.0.1:9000/errors/7').url).toBe(
    'http://127.0.0.1:9000/errors/api/7/envelope/?sentry_key=k&sentry_version=7',
  );
});

it.each(['abc', 'https://o1.ingest.example/456', 'https://abc@o1.ingest.example/', 'ftp://a@b/1'])(
  'what is no DSN, as %s, is named with its setting',
  (dsn) => {
    expect(() => errorSinkOf('SENTRY_DSN', dsn)).toThrow('The setting SENTRY_DSN must be a DSN');
  },
);

it.each([
  ['Key (email)=(ada.lovelace+1@example.co.ke) already exists', 'Key (email)=([e-mail]) already exists'],
  ['no SMS to +254 712 345 678', 'no SMS to [number]'],
  ['no SMS to 0712345678.', 'no SMS to [number].'],
  ['card 4242-4242 4242 4242 refused', 'card [number] refused'],
  ['card 4242424242424242 refused', 'card [number] refused'],
  [
    'invalid input syntax for type integer: "Achieng Otieno"',
    'invalid input syntax for type integer: [text]',
  ],
  [`Unexpected token 'p', "password: lake victoria`, `Unexpected token 'p', [text]`],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-1 expired', 'jwt [key] expired'],
  ['Bearer sb_secret_1234567890abcdefXYZ', 'Bearer [key]'],
  ['key 1.kkkkkkkkkkkkkkkkkkkk0kkkkkkkkkkkkkk', 'key 1.[key]'],
  [`order ${id} has no transaction`, `order ${id} has no transaction`],
  [
    'violates check constraint transactions_amount_check',
    'violates check constraint transactions_amount_check',
  ],
  ['Cannot read properties of undefined at 2026-11-22', 'Cannot read properties of undefined at 2026-11-22'],
])('%s', (sentence, left) => {
  expect(withoutPersons(sentence)).toBe(left);
});

it.each([
  [
    'Chrome and Deno',
    'TypeError: of achieng@example.com\n    at inner (https://shop.example/assets/a.js?key=secret:1:20)\n    at https://shop.example/assets/b.js:3:4',
  ],
  [
    'Firefox and Safari',
    'inner@https://shop.example/assets/a.js?key=secret:1:20\n@https://shop.example/assets/b.js:3:4\n',
  ],
])('the calls of a stack of %s, the outermost first, without what stood behind the address', (_, stack) => {
  const error = { name: 'TypeError', message: 'of achieng@example.com', stack };
  const [head = '', item = '', body = '', end] = errorEnvelope({ error, part: 'browser' }).split('\n');
  const event = JSON.parse(body) as Record<string, unknown>;
  expect(JSON.parse(item)).toEqual({ type: 'event' });
  expect((JSON.parse(head) as { event_id: string }).event_id).toBe(event.event_id);
  expect(event.event_id).toMatch(/^[0-9a-f]{32}$/);
  expect(end).toBe('');
  expect(event).toMatchObject({
    level: 'error',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'of [e-mail]',
          stacktrace: {
            frames: [
              { function: '?', filename: 'https://shop.example/assets/b.js', lineno: 3, colno: 4 },
              { function: 'inner', filename: 'https://shop.example/assets/a.js', lineno: 1, colno: 20 },
            ],
          },
        },
      ],
    },
  });
  expect(body).not.toMatch(/achieng|secret/);
});
