import { expect, test } from 'vitest';
import { changeOfFlow } from './overview-figures.tsx';

const sales = 'the 30 days before';

test('more and less money are shown with a sign and a text', () => {
  expect(changeOfFlow(1082, 1000, sales)).toEqual({
    direction: 'up',
    sign: '+8.2 %',
    text: 'against the 30 days before',
  });
  expect(changeOfFlow(500, 1000, sales)).toMatchObject({ direction: 'down', sign: '−50 %' });
  expect(changeOfFlow(0, 1000, sales)).toMatchObject({
    sign: '−100 %',
    text: 'against the 30 days before',
  });
});

test('after a period without sales there is no percentage', () => {
  expect(changeOfFlow(1000, 0, sales)).toEqual({
    direction: 'up',
    sign: '',
    text: '',
  });
  expect(changeOfFlow(0, 0, sales).direction).toBe('same');
});

test('a tenfold change is shown as a factor, and no change without a figure', () => {
  expect(changeOfFlow(12_000, 1000, sales)).toMatchObject({
    sign: '× 12',
    text: 'as much as in the 30 days before',
  });
  expect(changeOfFlow(10_000, 1000, sales)).toMatchObject({ sign: '× 10' });
  expect(changeOfFlow(9990, 1000, sales)).toMatchObject({ sign: '+899 %' });
  expect(changeOfFlow(1000, 1000, sales)).toMatchObject({ direction: 'same', sign: '' });
});
