import { describe, expect, test } from 'vitest';
import { createScrollMemory } from './scroll-memory.ts';

describe('the place on a page', () => {
  test('is found again on the way back', () => {
    const memory = createScrollMemory(null);
    memory.remember('shelf', 812.4);
    expect(memory.recall('shelf')).toBe(812);
    expect(memory.recall('elsewhere')).toBeNull();
  });

  test('survives a reload', () => {
    const storage = fakeStorage();
    const before = createScrollMemory(storage);
    before.remember('shelf', 300);
    before.keep();
    expect(createScrollMemory(storage).recall('shelf')).toBe(300);
  });

  test('is forgotten for the pages left longest ago', () => {
    const memory = createScrollMemory(null);
    for (let page = 0; page < 100; page += 1) memory.remember(`page ${page}`, page);
    expect(memory.recall('page 0')).toBeNull();
    expect(memory.recall('page 99')).toBe(99);
  });

  test('is simply unknown when the storage holds nonsense', () => {
    const storage = fakeStorage();
    storage.setItem('scroll-positions', '{"not":"ours"');
    expect(createScrollMemory(storage).recall('shelf')).toBeNull();
  });
});

function fakeStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}
