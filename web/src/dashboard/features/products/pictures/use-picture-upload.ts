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

/** Makes a photo smaller, stores it, and reports how far it is. */
export function usePictureUpload(onStored: (url: string) => void) {
  const [step, setStep] = useState<PictureStep>({ name: 'idle' });
  const [preview, setPreview] = useState<string | null>(null);
  const prepared = useRef<PreparedPicture | null>(null);
  const running = useRef<AbortController | null>(null);

  // The form may change while a picture is sent: the present handler is called.
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });
  useEffect(() => () => running.current?.abort(), []);
  // A blob address keeps its picture in memory until it is revoked.
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
      // Only a picture that is ready can be sent again.
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
    stored.current(url);
  };

  return {
    step,
    /** A blob address of the picture that is being sent. */
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
