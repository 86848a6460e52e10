import { tabState } from '#lib/storage/stored-state.ts';

/** Enough for a long visit, little enough for every browser's storage. */
const maxPositions = 60;
const storedPositions = tabState('scroll-positions', 1, parsePositions);

/** Stores the scroll position of each entry of the tab's history, so that Back returns to it, also after a reload. */
export function createScrollMemory() {
  const positions = new Map(storedPositions.recall());

  return {
    remember(entryKey: string, top: number): void {
      positions.delete(entryKey);
      positions.set(entryKey, Math.round(top));
      for (const oldest of positions.keys()) {
        if (positions.size <= maxPositions) break;
        positions.delete(oldest);
      }
    },
    /** The stored position; null for an entry that was never left. */
    recall(entryKey: string): number | null {
      return positions.get(entryKey) ?? null;
    },
    /** Writes to the tab's storage; call when the page may go away. */
    save(): void {
      storedPositions.remember([...positions]);
    },
  };
}

function parsePositions(state: unknown): [string, number][] | null {
  return Array.isArray(state) ? state.filter(isPosition) : null;
}

function isPosition(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
