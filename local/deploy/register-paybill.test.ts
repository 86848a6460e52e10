import { afterEach, expect, it, vi } from 'vitest';
import { localMpesa } from '../mpesa-sandbox/local-mpesa.ts';
import { createMpesaSandbox } from '../mpesa-sandbox/mpesa-sandbox.ts';
import { registerPaybill } from './register-paybill.ts';

const settings = {
  ...localMpesa,
  url: 'https://daraja.example/daraja',
  till: null,
  noticesUrl: 'https://ref.supabase.example/functions/v1/payment-notices',
  noticesToken: '0'.repeat(32),
  hasList: true,
};

afterEach(() => vi.unstubAllGlobals());

it('registers the functions’ address, and says why it did not', async () => {
  const told: string[] = [];
  const { app } = createMpesaSandbox({ post: async (url) => void told.push(url) });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => app.request(url, init));
  expect(await registerPaybill(settings)).toEqual({ status: 'registered' });
  const { shortcode } = localMpesa;
  await app.request('/daraja/phone/paybill', {
    method: 'POST',
    body: new URLSearchParams({ shortcode, account: 'IC1A2B3C4D', amount: '1', phone: '254712345678' }),
  });
  await expect.poll(() => told).toEqual([`${settings.noticesUrl}/paybill/${settings.noticesToken}`]);
  expect(await registerPaybill({ ...settings, noticesUrl: 'https://ref.example/mpesa' })).toEqual({
    status: 'refused',
    reason: 'Bad Request - Invalid ConfirmationURL',
  });
  // Of a wrong key the answer is empty.
  expect(await registerPaybill({ ...settings, key: 'wrong' })).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('no answer came') as string,
  });
});

it.each(['Urls are already registered.', 'Duplicate notification info'])(
  '“%s”: it had an address before',
  async (errorMessage) => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ access_token: 'token', errorMessage }, { status: 500 })),
    );
    expect(await registerPaybill(settings)).toEqual({ status: 'already' });
  },
);
