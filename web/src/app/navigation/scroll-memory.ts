const storageKey = 'scroll-positions';
/** Enough for a long visit, little enough for every browser's storage. */
const mostRemembered = 60;

/** Where each entry of this tab's history was scrolled to; survives a reload. */
export function createScrollMemory(storage: Pick<Storage, 'getItem' | 'setItem'> | null) {
  const positions = new Map<string, number>(read(storage));

  return {
    /** Remembers a position for a history entry. */
    remember(entryKey: string, top: number): void {
      positions.delete(entryKey);
      positions.set(entryKey, Math.round(top));
      for (const oldest of positions.keys()) {
        if (positions.size <= mostRemembered) break;
        positions.delete(oldest);
      }
    },
    /** The remembered position; null for an entry never left. */
    recall(entryKey: string): number | null {
      return positions.get(entryKey) ?? null;
    },
    /** Writes to the tab's storage; call when the page may go away. */
    keep(): void {
      try {
        storage?.setItem(storageKey, JSON.stringify([...positions]));
      } catch {
        // A full or forbidden storage costs only the position after a reload.
      }
    },
  };
}

function read(storage: Pick<Storage, 'getItem'> | null): [string, number][] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
