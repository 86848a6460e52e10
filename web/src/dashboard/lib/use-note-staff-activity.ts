import { useEffect } from 'react';
import { callSql } from './admin-database.ts';

/** Milliseconds. A staff sign-in ends after 30 minutes without activity. */
const noteIntervalMs = 60_000;

/** Milliseconds. The requests of the first screen are sent first. */
const firstNoteDelayMs = 5_000;

/**
 * Reports activity in the dashboard to the server: when it is opened, and on clicks and keys, at most once a minute.
 */
export function useNoteStaffActivity(): void {
  useEffect(() => {
    let notedAt = -Infinity;
    const note = () => {
      if (Date.now() - notedAt < noteIntervalMs) return;
      notedAt = Date.now();
      // An ended sign-in shows its dialog; after a lost connection the next click reports it.
      callSql('record_staff_activity', {}).catch(() => {
        notedAt = -Infinity;
      });
    };
    const opening = setTimeout(note, firstNoteDelayMs);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, note, { capture: true, passive: true });
    return () => {
      clearTimeout(opening);
      for (const event of events) window.removeEventListener(event, note, { capture: true });
    };
  }, []);
}
