import { tabState } from '../../lib/stored-state.ts';

/** Enough for a long visit, little enough for every browser's storage. */
const maxRemembered = 60;
const keptPositions = tabState('scroll-positions', 1, parsePositions);

/**
 * Why: Back returns to the former position, also after a reload. Holds where each entry of the tab's history was
 * scrolled to.
 */
export function createScrollMemory() {
  const positions = new Map(keptPositions.recall());

  return {
    /** Remembers a position for a history entry. */
    remember(entryKey: string, top: number): void {
      positions.delete(entryKey);
      positions.set(entryKey, Math.round(top));
      for (const oldest of positions.keys()) {
        if (positions.size <= maxRemembered) break;
        positions.delete(oldest);
      }
    },
    /** The remembered position; null for an entry that was never left. */
    recall(entryKey: string): number | null {
      return positions.get(entryKey) ?? null;
    },
    /** Writes to the tab's storage; call when the page may go away. */
    keep(): void {
      keptPositions.remember([...positions]);
    },
  };
}

function parsePositions(kept: unknown): [string, number][] | null {
  return Array.isArray(kept) ? kept.filter(isPosition) : null;
}

function isPosition(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
