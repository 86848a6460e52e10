import { expect, test } from 'vitest';
import { countiesNamedIn, findCounties } from './county-names.ts';

const counties = [
  { code: '001', name: 'Mombasa', towns: [] },
  { code: '023', name: 'Turkana', towns: ['Lodwar', 'Kakuma'] },
  { code: '021', name: "Murang'a", towns: [] },
  { code: '047', name: 'Nairobi', towns: ['Westlands', 'Karen'] },
  { code: '028', name: 'Elgeyo-Marakwet', towns: ['Iten'] },
  { code: '032', name: 'Nakuru', towns: ['Naivasha', 'Rongai'] },
  { code: '034', name: 'Kajiado', towns: ['Ngong', 'Ongata Rongai', 'Rongai'] },
];
const codes = (found: typeof counties) => found.map(({ code }) => code).join(' ');

test.each([
  ['Turkana', '023'],
  ['lodwar ', '023'],
  ['muranga', '021'],
  ['Nairobi City County', '047'],
  ['elgeyo marakwet', '028'],
  ['nairobi cbd', '047'],
  ['karen', '047'],
  ['Westlands, Nairobi', '047'],
  ['near Lodwar town', '023'],
  ['Rongai', '032 034'],
  ['Rongai, Kajiado', '034'],
  ['ongata rongai', '034'],
  ['from Nairobi to Lodwar', '023 047'],
  ['nairobian', ''],
  ['Nai', ''],
  ['  ', ''],
  ['Kampala', ''],
])('%j can be the counties %j', (typed, found) => {
  expect(codes(findCounties(typed, counties))).toBe(found);
});

test.each([
  ['Mombasa Road, Nairobi', '047'],
  ['Ngong Rd, Karen', '047'],
  ['Nairobi-Nakuru Highway', ''],
  ['Lodwar Lodge', ''],
  ['Kakuma Street, House 4', ''],
  ['Mombasa Road, Mombasa', '001'],
  ["Along Murang'a road, Murang’a", '021'],
  ['Plot 12, opposite the stage', ''],
])('an address of %j names the counties %j', (address, found) => {
  expect(codes(countiesNamedIn(address, counties))).toBe(found);
});
