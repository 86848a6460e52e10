import { appendFileSync, closeSync, fstatSync, openSync, renameSync } from 'node:fs';
import { Writable } from 'node:stream';

type LogLimits = {
  /** Bytes after which the next line begins a new file. */
  most: number;
  /** How many old files stay beside it. */
  kept: number;
};

/** For one part of the stack: 20 MB of text, which is some hundred thousand lines. */
const usual: LogLimits = { most: 5_000_000, kept: 3 };
const lineFeed = 10;

/**
 * A log file that what is written is appended to. When it is full it becomes `<file>.1`, the one of that name `.2`, and
 * so on; the oldest is deleted. Every line stays in one file.
 */
export function rotatingLog(file: string, { most, kept }: LogLimits = usual): Writable {
  let descriptor = openSync(file, 'a');
  let size = fstatSync(descriptor).size;
  let isWithinLine = false;

  const append = (text: Uint8Array) => {
    if (text.length === 0) return;
    appendFileSync(descriptor, text);
    size += text.length;
    isWithinLine = text.at(-1) !== lineFeed;
  };
  const beginAnew = () => {
    closeSync(descriptor);
    for (let age = kept; age > 0; age -= 1) move(age === 1 ? file : `${file}.${age - 1}`, `${file}.${age}`);
    descriptor = openSync(file, 'a');
    size = fstatSync(descriptor).size;
  };
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      try {
        let rest: Uint8Array = chunk;
        if (size >= most && isWithinLine) {
          const end = rest.indexOf(lineFeed) + 1;
          append(end > 0 ? rest.subarray(0, end) : rest);
          rest = rest.subarray(end > 0 ? end : rest.length);
        }
        if (size >= most && !isWithinLine) beginAnew();
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

/** What is not there is not moved: somebody may have tidied up. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
