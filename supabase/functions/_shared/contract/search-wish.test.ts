import { expect, test } from 'vitest';
import { readSearch } from './search-wish.ts';
import { isNearly, splitWords, withFigures } from './search-words.ts';

const wishOf = (query: string) => readSearch(query).wish;

test.each([
  ['nine hundred metres', '900m'],
  ['20 amps', '20a'],
  ['20-amp', '20a'],
  ['100amphr', '100ah'],
  ['wati 550', '550w'],
  ['5 kilowatt hours', '5kwh'],
  ['5,000w', '5000w'],
  ['5.12 kWh', '5.12kwh'],
  ['Pampú', 'pampu'],
])('%j is %j', (said, written) => {
  expect(splitWords(withFigures(said)).join(' ')).toBe(written);
});

test.each([
  ['panel 450w', { module_power: [450, null] }],
  ['inverter 6 kva', { rated_power: [6, null], apparent_power: [6000, null] }],
  ['5 kw battery', { energy: [5, null] }],
  ['2.2kw pump', { drive_rating: [2.2, null] }],
  ['3kwp panels', { array_power: [3, null] }],
])('%j asks for this much at least', (query, values) => {
  expect(wishOf(query).values).toEqual([values]);
});

test.each([
  ['pqwt tc500 500 m', 'a model'],
  ['battery for a 5 kw inverter', 'the size of another thing'],
  ['0 w panel', 'nothing'],
  ['gps 10 m', 'no size of this kind'],
])('%j asks for no size: %s', (query) => {
  expect(wishOf(query).values).toBeUndefined();
});

test.each([
  ['24v to 12v', 24, 12],
  ['24 volts battery to 12 volts', 24, 12],
  ['48v kwenda 24v', 48, 24],
  ['12v radio supply from a 24v truck', 24, 12],
  ['orion 12/24', 12, 24],
])('%j goes from %d V to %d V', (query, input, output) => {
  expect(readSearch(query).way).toEqual({ input, output });
  expect(wishOf(query).category).toBe('converters');
});

test.each([
  'mppt 100/30',
  'battery 12/24',
  'multiplus 48/3000',
  'inverter 24v to 240v',
  'inverter 24v to 48v',
])('%j goes nowhere', (query) => {
  expect(readSearch(query).way).toBeNull();
});

test.each([
  ['battery for deye 8kw inverter', 'battery', 'deye 8kw inverter'],
  ['betri ya inverta', 'battery', 'inverta'],
  ['solar kit with pylontech battery', 'kit', null],
  ['sola ya nyumbani na betri', null, null],
  ['12 kw kit ya shule', 'kit', 'shule'],
  ['solar battery charger', 'charger', null],
  ['taa ya shule', null, null],
])('%j wants %j, for %j', (query, kind, purpose) => {
  expect(readSearch(query)).toMatchObject({ kind, purpose });
});

test('of what is no known kind the word in front of what it is for is what is wanted', () => {
  expect(wishOf('taa ya shule')).toEqual({ words: 'taa shule', head: 'taa' });
  expect(wishOf('street light')).toEqual({ words: 'street light', head: 'light' });
  expect(wishOf('bei ya taa ya shule').head).toBe('taa');
});

test('what stands with a thing narrows it, and what is named beside it does not', () => {
  expect(wishOf('inverter with mppt')).toMatchObject({ words: 'inverter mppt', category: 'invertors' });
  expect(wishOf('kit with panels')).toMatchObject({ category: 'solar', noun: 'kit' });
  expect(wishOf('inverta na betri').category).toBeUndefined();
});

test('a solar system is a kit, and step-up is one word', () => {
  expect(readSearch('solar systems for home')).toMatchObject({ kind: 'kit', purpose: 'home' });
  expect(wishOf('Step-up converter').words).toBe('stepup converter');
});

test('a figure alone is of the kind of which it is said', () => {
  expect(['670w', '5 kw', '3 kva', '100m', '10kwh', '200 amps'].map((query) => wishOf(query).words)).toEqual([
    'panel',
    'inverter',
    'inverter',
    'detector',
    'battery',
    '200ah',
  ]);
});

test('a misspelt word is meant, a short or another one is not', () => {
  expect(['ditector', 'genrator', 'invater', 'panal'].map((word) => wishOf(word).words)).toEqual([
    'detector',
    'generator',
    'inverter',
    'panel',
  ]);
  for (const [typed, word] of [
    ['connector', 'converter'],
    ['inverter', 'converter'],
    ['pumb', 'pump'],
    ['panda', 'panel'],
  ] as const)
    expect(isNearly(typed, word), typed).toBe(false);
});

test('words that say nothing are left out, and any text is read', () => {
  expect(wishOf('best price for the Garmin in Nairobi').words).toBe('garmin');
  for (const query of ['', ' ', '%', '🔋', 'x'.repeat(500), 'for for for', '12v to', '9'.repeat(300)])
    expect(wishOf(query).words.length).toBeLessThanOrEqual(200);
});
