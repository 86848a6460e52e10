import { expect, it } from 'vitest';
import { languageOf } from './message-preferences.ts';

it.each([
  [['sw-KE', 'en'], 'sw'],
  [['sw'], 'sw'],
  [['en-GB', 'sw'], 'en'],
  [['fr-FR', 'sw-TZ'], 'sw'],
  [['fr'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets messages in %s', (preferred, language) => {
  expect(languageOf(preferred)).toBe(language);
});
