import { expect, it } from 'vitest';
import { gatewaySettings } from './gateway-settings.ts';

const guid = '0a1b2c3d-0000-1111-2222-0123456789ab';
const settingsOf = (over: Record<string, string> = {}) =>
  gatewaySettings(
    new Map(
      Object.entries({
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
  guid.replace('-', '}'),
])('%s is not a GUID', (id) => {
  expect(() => settingsOf({ CARD_GATEWAY_APPLICATION_ID: id })).toThrow(
    'CARD_GATEWAY_APPLICATION_ID must be a GUID',
  );
});
