import { appendFileSync, closeSync, fstatSync, openSync, renameSync } from 'node:fs';
import { Writable } from 'node:stream';

type LogLimits = {
  /** After this size the next line starts a new file. */
  maxBytes: number;
  /** How many old files are kept. */
  keptFiles: number;
};

/** At most 20 MB for each process, about a hundred thousand lines. */
const defaultLimits: LogLimits = { maxBytes: 5_000_000, keptFiles: 3 };
const lineFeed = 10;

/**
 * Appends to a log file. When it is full it is renamed to `<file>.1`, the previous `.1` to `.2` and so on; the oldest is
 * deleted. A line is never split between files.
 */
export function rotatingLog(file: string, { maxBytes, keptFiles }: LogLimits = defaultLimits): Writable {
  let descriptor = openSync(file, 'a');
  let size = fstatSync(descriptor).size;
  let isMidLine = false;

  const append = (text: Uint8Array) => {
    if (text.length === 0) return;
    appendFileSync(descriptor, text);
    size += text.length;
    isMidLine = text.at(-1) !== lineFeed;
  };
  const rotate = () => {
    closeSync(descriptor);
    for (let age = keptFiles; age > 0; age -= 1)
      move(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`);
    descriptor = openSync(file, 'a');
    size = fstatSync(descriptor).size;
  };
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      try {
        let rest: Uint8Array = chunk;
        if (size >= maxBytes && isMidLine) {
          const end = rest.indexOf(lineFeed) + 1;
          append(end > 0 ? rest.subarray(0, end) : rest);
          rest = rest.subarray(end > 0 ? end : rest.length);
        }
        if (size >= maxBytes && !isMidLine) rotate();
        append(rest);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    final: (done) => {
      closeSync(descriptor);
      done();
    },
  });
}

/** Ignores a missing file: a user may have deleted it. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
