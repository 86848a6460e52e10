import { expect, it } from 'vitest';
import { smokeFindings } from '../../../local/smoke/smoke-findings.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

it('the running shop passes the smoke test, through its edge proxy', async () => {
  const { site } = stackUnderTest().addresses;
  const findings = await smokeFindings(site);
  // The site was built once for all stacks, so its files name the address of the usual one.
  expect(findings.filter((finding) => !/^\/(sitemap\.xml|robots\.txt): it does not/.test(finding))).toEqual(
    [],
  );
  expect(await smokeFindings(site, 'http://127.0.0.1:8888')).not.toContainEqual(
    expect.stringMatching(/^\/(sitemap\.xml|robots\.txt)/),
  );
});
