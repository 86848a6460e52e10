import { describe, expect, test } from 'vitest';
import { keyFigures } from './key-figures.ts';

const figures = (category: string, specs: Record<string, string>) =>
  keyFigures({
    category,
    specs: Object.entries(specs).map(([label, value]) => ({ label, value })),
  }).replaceAll('\u00a0', ' ');

describe('the line of key figures', () => {
  test('a pack of panels shows power, count and efficiency', () => {
    const specs = {
      'Module power': '550 W',
      'Modules in pack': '5',
      'Array power': '2.75 kWp',
      'Module efficiency': '21.3 %',
    };
    expect(figures('solar', specs)).toBe('550 W · 5 panels · 21.3 %');
  });

  test('a battery shows energy first, and only the first clause of a long voltage', () => {
    const specs = {
      'Nominal voltage': '12 V each, 24 V as a pair',
      Capacity: '200 Ah',
      'Energy per pair': '4.8 kWh',
    };
    expect(figures('batteries', specs)).toBe('4.8 kWh · 12 V each · 200 Ah');
  });

  test('an inverter says its phases in words', () => {
    const specs = { 'Rated power': '10 kW', Phases: '3', 'Battery voltage': '40 to 60 V' };
    expect(figures('invertors', specs)).toBe('10 kW · three phase · 40 to 60 V battery');
  });

  test('a converter shows which side is which', () => {
    const specs = { 'Input voltage': '24 V nominal', 'Output voltage': '12 V', 'Output current': '10 A' };
    expect(figures('converters', specs)).toBe('24 V in · 12 V out · 10 A');
  });

  test('a sentence in the data sheet is left there', () => {
    const specs = { 'Exploration depth': '150 m', Method: 'Natural electric field frequency selection' };
    expect(figures('pqwt', specs)).toBe('150 m deep');
  });

  test('a product of an unknown category shows what numbers it has', () => {
    expect(figures('fridges', { Volume: '210 l', Colour: 'white' })).toBe('210 l');
  });

  test('a product without a data sheet has no line', () => {
    expect(figures('solar', {})).toBe('');
  });

  test('a figure is never parted from its unit', () => {
    expect(keyFigures({ category: 'solar', specs: [{ label: 'Module power', value: '550 W' }] })).toBe(
      '550\u00a0W',
    );
  });
});
