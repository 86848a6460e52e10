import { expect, it } from 'vitest';
import { smokeFindings } from '../../../local/smoke/smoke-findings.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

it.each(['127.0.0.1', 'localhost'])(
  'the running shop passes the smoke test at %s, on its port',
  async (host) => {
    const { site } = stackUnderTest().addresses;
    expect(await smokeFindings(site.replace('127.0.0.1', host))).toEqual([]);
  },
);
