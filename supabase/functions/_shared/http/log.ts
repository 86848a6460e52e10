/** One line of JSON per event, as the platform's log search expects. */
export type LogEntry = Record<string, unknown>;

/**
 * Milliseconds for which lines are buffered and then written together: writing each line separately took longer than
 * everything else about a cached reply.
 */
const gathering = 10;
/** Maximum characters of one write: Supabase stores 10,000 (https://supabase.com/docs/guides/functions/limits). */
const maxCharacters = 9_000;

let waiting: string[] = [];
let characters = 0;

/** An error is written immediately, after all earlier lines. */
export function logLine(entry: LogEntry): void {
  const line = JSON.stringify({ time: new Date().toISOString(), ...entry });
  if (entry.level === 'error') {
    writeWaiting();
    console.error(line);
    return;
  }
  if (characters + line.length > maxCharacters) writeWaiting();
  if (waiting.length === 0) setTimeout(writeWaiting, gathering);
  waiting.push(line);
  characters += line.length + 1;
}

function writeWaiting(): void {
  if (waiting.length === 0) return;
  console.log(waiting.join('\n'));
  waiting = [];
  characters = 0;
}

// Not in Node 20, where tests run.
(globalThis as Partial<Pick<typeof globalThis, 'addEventListener'>>).addEventListener?.(
  'beforeunload',
  writeWaiting,
);
