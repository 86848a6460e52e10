import { version } from './version.ts';

/** One line of JSON per event, as the platform's log search expects. */
export type LogEntry = Record<string, unknown>;

export function logLine(entry: LogEntry): void {
  const line = JSON.stringify({ time: new Date().toISOString(), version, ...entry });
  if (entry.level === 'error') console.error(line);
  else console.log(line);
}
