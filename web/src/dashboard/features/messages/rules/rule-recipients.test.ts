import { expect, it } from 'vitest';
import { recipientProblems, typedRecipients } from './rule-recipients.ts';

it('reads addresses from lines and between commas', () => {
  expect(typedRecipients(' a@example.com\n\nb@example.com, c@example.com;')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ]);
  expect(typedRecipients(' \n')).toEqual([]);
});

const off = { sms: false, whatsapp: false };

it.each([
  ['nothing at all', { emails: '', phones: '' }, off, {}],
  ['good ones', { emails: 'Owner@Example.com', phones: '0712 345 678\n+256 712 345 678' }, off, {}],
  ['a bad address', { emails: 'a@example.com, nobody', phones: '' }, off, { emails: /^nobody is not/ }],
  ['a bad number', { emails: '', phones: '12' }, off, { phones: /^12 is not/ }],
  ['digits of no known country', { emails: '', phones: '999999999999' }, off, { phones: /is not/ }],
  ['six', { emails: 'a@b.co,b@b.co,c@b.co,d@b.co,e@b.co,f@b.co', phones: '' }, off, { emails: /5 at most/ }],
  ['SMS to nobody', { emails: '', phones: '' }, { sms: true, whatsapp: false }, { phones: /^SMS is on/ }],
  [
    'SMS to Uganda',
    { emails: '', phones: '+256712345678' },
    { sms: true, whatsapp: false },
    { phones: /Kenyan/ },
  ],
  [
    'SMS to a landline',
    { emails: '', phones: '020 234 5678' },
    { sms: true, whatsapp: false },
    { phones: /mobile/ },
  ],
  ['WhatsApp to nobody', { emails: '', phones: '' }, { sms: false, whatsapp: true }, { phones: /^WhatsApp/ }],
] as const)('reports %s', (_, typed, channels, expected) => {
  const problems = recipientProblems(typed, channels);
  expect(Object.keys(problems)).toEqual(Object.keys(expected));
  for (const [name, pattern] of Object.entries(expected))
    expect(problems[name as 'emails' | 'phones']).toMatch(pattern);
});
