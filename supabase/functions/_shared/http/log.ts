/** One line of JSON per event, as the platform's log search expects. */
export type LogEntry = Record<string, unknown>;

/**
 * Milliseconds for which a line waits for others, so that a crowd's are written together: each by itself took longer than
 * all else about a kept reply.
 */
const gathering = 10;
/** Characters that are written together: Supabase keeps 10,000 of them (https://supabase.com/docs/guides/functions/limits). */
const most = 9_000;

let waiting: string[] = [];
let characters = 0;

/** An error is written at once, after everything that came before it. */
export function logLine(entry: LogEntry): void {
  const line = JSON.stringify({ time: new Date().toISOString(), ...entry });
  if (entry.level === 'error') {
    writeWaiting();
    console.error(line);
    return;
  }
  if (characters + line.length > most) writeWaiting();
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
