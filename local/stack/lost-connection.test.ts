import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freePorts } from './shop-ports.ts';
import { isLostConnection } from './lost-connection.ts';

test('only a refused or closed connection to Postgres counts as lost', async () => {
  const { postgres, site } = await freePorts(0);
  const refused = await new Promise<Error>((resolve) => connect(postgres, '127.0.0.1').on('error', resolve));
  expect([isLostConnection(refused, postgres), isLostConnection(refused, site)]).toEqual([true, false]);
  const cut = new Error('write EPIPE');
  cut.stack = 'Error: write EPIPE\n    at write (/shop/node_modules/postgres/src/connection.js:252:12)';
  expect(isLostConnection(cut, postgres)).toBe(true);
  expect(isLostConnection(new Error('a fault of the shop'), postgres)).toBe(false);
});
