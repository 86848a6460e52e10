import { expect, test } from 'vitest';
import { drawingOf } from './drawing-choice.ts';

test('a drawing shows the kind of product, not only its category', () => {
  expect(drawingOf({ category: 'gps', name: 'Garmin GPSMAP 65s handheld' })).toBe('handheld');
  expect(drawingOf({ category: 'gps', name: 'Emlid Reach RS3 GNSS receiver' })).toBe('gps');
  expect(drawingOf({ category: 'instruments', name: 'Trimble S5 robotic total station 5"' })).toBe(
    'robotic-station',
  );
  expect(drawingOf({ category: 'instruments', name: 'ABEM Terrameter SAS 1000' })).toBe('instruments');
  expect(drawingOf({ category: 'instruments', name: 'ABEM Terrameter LS 2 with 64-electrode set' })).toBe(
    'imaging-set',
  );
  expect(drawingOf({ category: 'solar', name: 'Home solar kit 5 kW' })).toBe('solar-kit');
  expect(drawingOf({ category: 'solar', name: 'EcoFlow DELTA 2 solar generator' })).toBe('power-station');
  expect(drawingOf({ category: 'converters', name: 'Victron SmartSolar MPPT 100/30 charge converter' })).toBe(
    'charge-controller',
  );
});

test('a category has its own drawing, and an unknown one has none', () => {
  expect(drawingOf({ category: 'pqwt' })).toBe('pqwt');
  expect(drawingOf({ category: 'fridges', name: 'A fridge kit' })).toBeNull();
});
