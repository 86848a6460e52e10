import { expect, test } from 'vitest';
import { findCounty } from './county-names.ts';

const counties = [
  { code: '023', name: 'Turkana', towns: ['Lodwar', 'Kakuma'] },
  { code: '021', name: "Murang'a", towns: [] },
  { code: '047', name: 'Nairobi', towns: [] },
  { code: '028', name: 'Elgeyo-Marakwet', towns: ['Iten'] },
];

test.each([
  ['Turkana', '023'],
  ['lodwar ', '023'],
  ['muranga', '021'],
  ['Nairobi City County', '047'],
  ['elgeyo marakwet', '028'],
  ['nairobi cbd', '047'],
  ['Westlands, Nairobi', '047'],
  ['near Lodwar town', '023'],
  ['from Nairobi to Lodwar', undefined],
  ['nairobian', undefined],
  ['Nai', undefined],
  ['  ', undefined],
  ['Kampala', undefined],
])('%j is county %s', (typed, code) => {
  expect(findCounty(typed, counties)?.code).toBe(code);
});
