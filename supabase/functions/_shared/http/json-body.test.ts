import { describe, expect, it } from 'vitest';
import { array, object, string } from 'yup';
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

describe('what is refused', () => {
  const schemaOfTwo = object({
    name: string().required('Name it').min(3, 'Too short'),
    list: array(string()),
  });
  const sent = (body: string, contentType: string | null = 'application/json') =>
    readJsonBody(
      new Request('http://127.0.0.1/', {
        method: 'POST',
        body: new TextEncoder().encode(body),
        headers: contentType === null ? {} : { 'content-type': contentType },
      }),
      schemaOfTwo,
    );
  const refusal = (code: string, fields?: object) => ({
    name: 'Refusal',
    code,
    details: fields ? { fields } : {},
  });

  it.each([null, 'text/plain', 'text/plain; application/json', 'application/jsonp'])(
    'a body of type %s',
    async (type) => {
      await expect(sent('{"name":"ada"}', type)).rejects.toMatchObject(refusal('unsupported_media_type'));
    },
  );

  it('but not JSON with a character set', async () => {
    expect(await sent('{"name":"ada"}', 'Application/JSON; charset=utf-8')).toEqual({ name: 'ada' });
  });

  it('what is not JSON, and what is too long', async () => {
    await expect(sent('{')).rejects.toMatchObject(refusal('invalid_json'));
    const longest = 'a'.repeat(100_000 - '{"name":""}'.length);
    expect(await sent(`{"name":"${longest}"}`)).toEqual({ name: longest });
    await expect(sent(`{"name":"${longest}a"}`)).rejects.toMatchObject(refusal('body_too_large'));
    const larger = new Request('http://127.0.0.1/', {
      method: 'POST',
      body: `{"name":"${longest}a"}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(await readJsonBody(larger, schemaOfTwo, 100_001)).toEqual({ name: `${longest}a` });
  });

  it('a field, with the first message about it; and all of a body that is not an object', async () => {
    await expect(sent('{"name":""}')).rejects.toMatchObject(refusal('invalid_request', { name: 'Name it' }));
    for (const body of ['null', '[]', '7'])
      await expect(sent(body)).rejects.toMatchObject(
        refusal('invalid_request', { body: 'The request must be a JSON object' }),
      );
  });

  it('a character that cannot be stored, at any depth', async () => {
    await expect(sent('{"name":"ada","list":["a","b\\u0000"]}')).rejects.toMatchObject(
      refusal('invalid_request', { 'list[1]': 'Contains a character that cannot be stored' }),
    );
    const text = new Request('http://127.0.0.1/', {
      method: 'POST',
      body: '"\\u0000"',
      headers: { 'content-type': 'application/json' },
    });
    await expect(readJsonBody(text, string())).rejects.toMatchObject(
      refusal('invalid_request', { body: 'Contains a character that cannot be stored' }),
    );
  });

  it('more errors than yup can collect; a broken schema stays an error', async () => {
    const trouble = (error: Error) =>
      readJsonBody(
        new Request('http://127.0.0.1/', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        }),
        object().test('trouble', () => {
          throw error;
        }),
      );
    await expect(trouble(new RangeError('too many arguments'))).rejects.toMatchObject(
      refusal('invalid_request', { body: 'There are too many errors to list' }),
    );
    await expect(trouble(new TypeError('broken'))).rejects.toThrow('broken');
  });
});
