import { expect, test } from 'vitest';
import { isSchema, type ISchema, type Schema } from 'yup';
import { endpointsOfContract } from '../../../../local/testing/endpoints-of-contract.ts';
import { readJsonBody } from './json-body.ts';
import { Refusal } from './refusal.ts';

type Parts = { fields?: Record<string, ISchema<unknown>>; innerType?: ISchema<unknown> };

const strange: unknown[] = [null, true, 0, -1.5, 1e308, '', 'text', [], [null], {}, { toString: 1 }];

/** Bodies that are wrong in one place: each field, at each depth, once as everything that JSON can say. */
function bodiesOf({ fields = {}, innerType }: Parts): unknown[] {
  const inFields = Object.entries(fields).flatMap(([name, field]) =>
    bodiesOf(field as Parts).map((value) => ({ [name]: value })),
  );
  const inLists = innerType ? bodiesOf(innerType as Parts).map((value) => [value]) : [];
  return [...strange, ...inFields, ...inLists];
}

/** Every message that a schema has for a field which holds something else. */
async function messagesOf(body: Schema, sent: unknown): Promise<string> {
  const request = new Request('http://127.0.0.1/', {
    method: 'POST',
    body: JSON.stringify(sent),
    headers: { 'content-type': 'application/json' },
  });
  const refusal: unknown = await readJsonBody(request, body).catch((error: unknown) => error);
  return refusal instanceof Refusal ? JSON.stringify(refusal.details) : '';
}

/** A body with one of these in place of each field, at each depth. */
function filledWith({ fields = {}, innerType }: Parts, value: unknown): unknown[] {
  const inFields = Object.entries(fields).flatMap(([name, field]) =>
    filledWith(field as Parts, value).map((inner) => ({ [name]: inner })),
  );
  return [
    value,
    ...inFields,
    ...(innerType ? filledWith(innerType as Parts, value).map((one) => [one]) : []),
  ];
}

test('no refusal repeats what was sent: it may be a password', async () => {
  const repeated = new Set<string>();
  const secret = 'Kj8-secret';
  for (const { name, endpoint } of await endpointsOfContract()) {
    if (!isSchema(endpoint.body)) continue;
    for (const value of [secret, `${secret}\0`, [secret], { secret }, [[secret]], secret.repeat(5000)])
      for (const sent of filledWith(endpoint.body as Parts, value)) {
        const messages = await messagesOf(endpoint.body as Schema, sent);
        if (messages.includes(secret)) repeated.add(`${name}: ${messages.slice(0, 200)}`);
      }
  }
  expect([...repeated]).toEqual([]);
});

test('a request body of any kind is taken or refused by the schema of every endpoint', async () => {
  const schemas = (await endpointsOfContract()).flatMap(({ name, endpoint: { body } }) =>
    isSchema(body) ? [{ name, body: body as Schema }] : [],
  );
  expect(schemas.length).toBeGreaterThan(15);
  const failures = new Set<string>();
  for (const { name, body } of schemas) {
    for (const sent of bodiesOf(body as Parts)) {
      const request = new Request('http://127.0.0.1/', {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { 'content-type': 'application/json' },
      });
      await readJsonBody(request, body).catch((error: unknown) => {
        if (!(error instanceof Refusal)) failures.add(`${name}: ${String(error)}`);
      });
    }
  }
  expect([...failures]).toEqual([]);
});
