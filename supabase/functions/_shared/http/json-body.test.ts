import { describe, expect, it } from 'vitest';
import { object, string } from 'yup';
import { readJsonBody } from './json-body.ts';

const schema = object({ name: string(), inner: object({ name: string() }) });
const post = (body: string) =>
  readJsonBody(
    new Request('http://127.0.0.1/', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }),
    schema,
  );

describe('a JSON body', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with a field named %s is read without it',
    async (name) => {
      const body = `{"${name}":{"name":"x"},"name":"ada","inner":{"${name}":{"isAdmin":true},"name":"ada"}}`;
      const read = await post(body);
      expect(read).toEqual({ name: 'ada', inner: { name: 'ada' } });
      expect((read as Record<string, unknown>).isAdmin).toBeUndefined();
    },
  );

  it('with a character that Postgres cannot store is refused at its field', async () => {
    for (const text of ['a\\u0000b', 'a\\ud800b'])
      await expect(post(`{"name":"ada","inner":{"name":"${text}"}}`)).rejects.toMatchObject({
        code: 'invalid_request',
        details: { fields: { 'inner.name': 'Contains a character that cannot be stored' } },
      });
    expect(await post('{"name":"\\ud83d\\udd29"}')).toMatchObject({ name: '\u{1f529}' });
  });
});
