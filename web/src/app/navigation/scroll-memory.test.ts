import { describe, expect, test, vi } from 'vitest';
import { createScrollMemory } from './scroll-memory.ts';

describe('the scroll position of a page', () => {
  test('is restored on Back', () => {
    const memory = createScrollMemory();
    memory.remember('shelf', 812.4);
    expect(memory.recall('shelf')).toBe(812);
    expect(memory.recall('elsewhere')).toBeNull();
  });

  test('survives a reload', () => {
    stubStorage();
    const before = createScrollMemory();
    before.remember('shelf', 300);
    before.save();
    expect(createScrollMemory().recall('shelf')).toBe(300);
  });

  test('is dropped for the pages left longest ago', () => {
    const memory = createScrollMemory();
    memory.remember('often', 1);
    for (let page = 0; page < 100; page += 1) {
      memory.remember(`page ${page}`, page);
      expect(memory.recall('often')).not.toBeNull();
      memory.remember('often', page);
    }
    expect(memory.recall('page 0')).toBeNull();
    expect(memory.recall('page 40')).toBeNull();
    expect(memory.recall('page 41')).toBe(41);
    expect(memory.recall('often')).toBe(99);
  });

  test('is unknown when the storage holds invalid data', () => {
    stubStorage('{"not":"ours"');
    expect(createScrollMemory().recall('shelf')).toBeNull();
    stubStorage('{"version":1,"state":[["shelf","far down"],7]}');
    expect(createScrollMemory().recall('shelf')).toBeNull();
  });
});

function stubStorage(stored?: string) {
  const values = new Map(stored === undefined ? [] : [['shop.scroll-positions', stored]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });
}
