import { describe, expect, it } from 'vitest';
import { gatewaySettings } from './gateway-settings.ts';

const guid = '0a1b2c3d-0000-1111-2222-0123456789ab';
const settingsOf = (over: Record<string, string> = {}) =>
  gatewaySettings(
    new Map(
      Object.entries({
        SUPABASE_URL: 'http://127.0.0.1:54321',
        CARD_GATEWAY_URL: 'https://bank.example',
        CARD_GATEWAY_APPLICATION_ID: guid,
        ...over,
      }),
    ),
  );

it('without the optional ones there is no secret, and the token is made as the bank’s guide prints it', () => {
  expect(settingsOf({ CARD_GATEWAY_SECRET: '', CARD_GATEWAY_TOKEN_RESOURCE: '' })).toEqual({
    url: 'https://bank.example',
    applicationId: '{0A1B2C3D-0000-1111-2222-0123456789AB}',
    secret: null,
    tokenResource: '/Lite/Authorise.aspx',
    tokenPrefix: '',
  });
});

it('the optional ones are taken as they are', () => {
  const over = {
    CARD_GATEWAY_SECRET: 's',
    CARD_GATEWAY_TOKEN_RESOURCE: 'Lite/Authorise.aspx',
    CARD_GATEWAY_TOKEN_PREFIX: 'x:',
  };
  expect(settingsOf(over)).toMatchObject({
    secret: 's',
    tokenResource: 'Lite/Authorise.aspx',
    tokenPrefix: 'x:',
  });
});

it('slashes at the end of the address are cut, no others', () => {
  expect(settingsOf({ CARD_GATEWAY_URL: 'https://bank.example/a//' }).url).toBe('https://bank.example/a');
});

it.each([guid, `{${guid}}`, ` {${guid.toUpperCase()}} `])('%s becomes upper case in braces', (id) => {
  expect(settingsOf({ CARD_GATEWAY_APPLICATION_ID: id }).applicationId).toBe(`{${guid.toUpperCase()}}`);
});

it.each([
  'merchant-1',
  `x${guid}`,
  `${guid}x`,
  guid.slice(1),
  guid.slice(0, -1),
  guid.replace('-1111', ''),
  guid.replace('-1111', '-111'),
  guid.replace('a1', 'g1'),
  guid.replace('1111', '111g'),
  guid.replace('ab', 'ag'),
  guid.replace('-', '{'),
  guid.replace('0a', '{0a').replace('1b', '}1b'),
  guid.replace('2222', '{2222'),
  guid.replace('-', '}'),
])('%s is not a GUID', (id) => {
  expect(() => settingsOf({ CARD_GATEWAY_APPLICATION_ID: id })).toThrow(
    'CARD_GATEWAY_APPLICATION_ID must be a GUID',
  );
});

describe('a hosted shop', () => {
  const live = {
    SUPABASE_URL: 'https://abcdef.supabase.co',
    CARD_GATEWAY_MODE: 'live',
    CARD_GATEWAY_URL: 'https://portal.host.iveri.com',
    CARD_GATEWAY_TEST_APPLICATION_ID: guid.replace('0a', '1b'),
  };

  it('starts in live mode with the bank’s address and the live application id', () => {
    expect(settingsOf(live)).toMatchObject({ url: live.CARD_GATEWAY_URL });
  });

  it.each(['https://latest.bank.co.ke', 'https://testament.bank.co.ke', 'https://254bank.co.ke'])(
    'takes %s, in which such a word or number is only a part, for the bank’s address',
    (url) => {
      expect(settingsOf({ ...live, CARD_GATEWAY_URL: url }).url).toBe(url);
    },
  );

  it('starts in test mode with the test application id', () => {
    expect(
      settingsOf({ ...live, CARD_GATEWAY_MODE: 'test', CARD_GATEWAY_URL: 'https://bank.example' }).url,
    ).toBe('https://bank.example');
  });

  it.each<[string, Record<string, string>, string]>([
    ['has no mode', { CARD_GATEWAY_MODE: '' }, 'CARD_GATEWAY_MODE is missing'],
    ['has another mode', { CARD_GATEWAY_MODE: 'Live' }, 'must be test or live'],
    [
      'cannot compare',
      { CARD_GATEWAY_TEST_APPLICATION_ID: '' },
      'CARD_GATEWAY_TEST_APPLICATION_ID is missing',
    ],
    [
      'has the test id',
      { CARD_GATEWAY_TEST_APPLICATION_ID: `{${guid.toUpperCase()}}` },
      'the test application id',
    ],
    ...[
      'http://portal.host.iveri.com',
      'https://127.0.0.1:8890',
      'https://[::1]:8890',
      'https://localhost',
      'https://sandbox.bank.co.ke',
      'https://portal-uat.bank.co.ke',
      'https://bank.test',
      'https://test-portal.bank.co.ke',
    ].map((url): [string, Record<string, string>, string] => [
      `names ${url}`,
      { CARD_GATEWAY_URL: url },
      'not a sandbox',
    ]),
  ])('does not start in live mode when it %s', (_, over, sentence) => {
    expect(() => settingsOf({ ...live, ...over })).toThrow(sentence);
  });
});
