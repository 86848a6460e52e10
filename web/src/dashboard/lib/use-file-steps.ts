import { useRef, useState } from 'react';
import { errorSentence } from '#lib/api/error-sentence.ts';

/** Where a file is before it is opened. */
type FileStep =
  | { name: 'idle' }
  | { name: 'reading'; fileName: string }
  | { name: 'refused'; file: File; sentence: string };

/** The steps of a file that is chosen, read and opened: what comes of one after another was chosen is not shown. */
export function useFileSteps<Opened extends { name: string }>() {
  const [step, setStep] = useState<FileStep | Opened>({ name: 'idle' });
  const latest = useRef(0);
  /** @param next reads, and returns what shows it */
  const read = async (
    fileName: string,
    next: () => Promise<() => void>,
    onFailure: (sentence: string) => void,
  ) => {
    const mine = ++latest.current;
    setStep({ name: 'reading', fileName });
    try {
      const show = await next();
      if (mine === latest.current) show();
    } catch (error) {
      if (mine === latest.current) onFailure(errorSentence(error));
    }
  };
  return {
    step,
    setStep,
    latest,
    read,
    readFile: (file: File, next: () => Promise<() => void>) =>
      read(file.name, next, (sentence) => setStep({ name: 'refused', file, sentence })),
    discard: () => {
      latest.current += 1;
      setStep({ name: 'idle' });
    },
  };
}
