import { useEffect } from 'react';
import { askDatabase } from './admin-database.ts';

/** Milliseconds. A sign-in of staff ends after 30 minutes in which nobody was at work. */
const betweenNotes = 60_000;

/** Milliseconds. The first screen asks for what it shows before anything else. */
const afterOpening = 5_000;

/** Notes that somebody is at work in the dashboard: at its opening, and with clicks and keys, once a minute at most. */
export function useStaffUse(): void {
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
