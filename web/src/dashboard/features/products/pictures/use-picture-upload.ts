import { useEffect, useRef, useState } from 'react';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { sendPicture, type SendProgress } from './picture-storage.ts';
import { preparePicture, type PreparedPicture } from './prepared-picture.ts';

export type PictureStep =
  | { name: 'idle' }
  | { name: 'preparing'; fileName: string }
  | ({ name: 'sending' } & SendProgress)
  | { name: 'stored'; bytes: number }
  | { name: 'refused'; sentence: string }
  /** The picture is kept and can be sent again. */
  | { name: 'failed'; sentence: string };

/** Takes a photo from its file to its public address, and remembers where it is on that way. */
export function usePictureUpload(onStored: (url: string) => void) {
  const [step, setStep] = useState<PictureStep>({ name: 'idle' });
  const [preview, setPreview] = useState<string | null>(null);
  const prepared = useRef<PreparedPicture | null>(null);
  const running = useRef<AbortController | null>(null);

  // The form goes on while a picture is sent: what is told then is told to the form as it is by then.
  const tell = useRef(onStored);
  useEffect(() => {
    tell.current = onStored;
  });
  useEffect(() => () => running.current?.abort(), []);
  // A blob address holds its picture in memory until it is given back.
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      const sentence = errorSentence(error);
      // Only what is ready to be sent can be sent again.
      setStep(prepared.current ? { name: 'failed', sentence } : { name: 'refused', sentence });
    }
  };

  const send = async (picture: PreparedPicture, signal: AbortSignal) => {
    let bytes = 0;
    const url = await sendPicture(
      picture,
      (progress) => {
        bytes = progress.totalBytes;
        if (!signal.aborted) setStep({ name: 'sending', ...progress });
      },
      signal,
    );
    if (signal.aborted) return;
    prepared.current = null;
    setPreview(null);
    setStep({ name: 'stored', bytes });
    tell.current(url);
  };

  return {
    step,
    /** Address of the picture that is on its way, for this page alone. */
    preview,
    isBusy: step.name === 'preparing' || step.name === 'sending',
    choose: (file: File) =>
      run(async (signal) => {
        prepared.current = null;
        setPreview(null);
        setStep({ name: 'preparing', fileName: file.name });
        const picture = await preparePicture(file);
        if (signal.aborted) return;
        prepared.current = picture;
        setPreview(URL.createObjectURL(picture.preview));
        await send(picture, signal);
      }),
    retry: () => run((signal) => (prepared.current ? send(prepared.current, signal) : Promise.resolve())),
    cancel: () => {
      running.current?.abort();
      prepared.current = null;
      setPreview(null);
      setStep({ name: 'idle' });
    },
  };
}
