import { expect, test, vi } from 'vitest';
import { vendorApi } from './vendor-api.ts';

const vendor = vendorApi({ name: 'Netlify', address: 'https://vendor.test', headers: {}, tokenAdvice: '' });

test.each([
  [{ errors: ['Name is taken', { message: 'Plan is full.' }] }, 'Name is taken, Plan is full.'],
  [{ errors: { custom_domain: ['is already used'] } }, 'custom_domain is already used.'],
  [{ message: 'Not this way' }, 'Not this way.'],
  [{}, '{}.'],
])('a refusal %j is read in the words of the vendor', async (body, words) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 422 })));
  await expect(vendor.get('/sites')).rejects.toThrow(`Netlify refuses GET /sites (422): ${words}`);
});
