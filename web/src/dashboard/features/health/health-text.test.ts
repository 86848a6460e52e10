import type { HealthComponent } from '@contract/health.ts';
import { expect, it } from 'vitest';
import { checkedText, healthTitle } from './health-list.tsx';

const component = (name: HealthComponent['component'], problem: string | null = null): HealthComponent => ({
  component: name,
  problem,
  advice: problem,
  since: null,
  cases: problem === null ? 0 : 1,
  took: null,
});

it('names what was checked and is well', () => {
  expect(
    checkedText({ components: [component('database'), component('bank', 'It is down.'), component('mail')] }),
  ).toBe('Checked, without a problem: Database, E-mail');
  expect(checkedText({ components: [component('bank', 'It is down.')] })).toBe('');
});

it('counts the problems', () => {
  const components = [
    component('database'),
    component('bank', 'It is down.'),
    component('rules'),
    component('space', 'It is full.'),
  ];
  expect(healthTitle({ components })).toBe('2 parts need attention');
  expect(healthTitle({ components: components.slice(0, 2) })).toBe('One part needs attention');
  expect(healthTitle({ components: components.slice(0, 1) })).toBe('Everything is working');
});
