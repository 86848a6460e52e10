import { useEffect } from 'react';
import { askDatabase } from './admin-database.ts';

/** Milliseconds. A staff sign-in ends after 30 minutes without activity. */
const betweenNotes = 60_000;

/** Milliseconds. The requests of the first screen go first. */
const afterOpening = 5_000;

/** Notes activity in the dashboard: when it is opened, and on clicks and keys, at most once a minute. */
export function useNoteStaffActivity(): void {
  useEffect(() => {
    let notedAt = -Infinity;
    const note = () => {
      if (Date.now() - notedAt < betweenNotes) return;
      notedAt = Date.now();
      // A sign-in that has ended shows its dialog; without a connection the next click notes it.
      askDatabase((database) => database.rpc('note_staff_use')).catch(() => {
        notedAt = -Infinity;
      });
    };
    const opening = setTimeout(note, afterOpening);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, note, { capture: true, passive: true });
    return () => {
      clearTimeout(opening);
      for (const event of events) window.removeEventListener(event, note, { capture: true });
    };
  }, []);
}
