import { maxPictures } from '@contract/products.ts';
import { useEffect, useRef, useState } from 'react';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { sendPicture, type SendProgress } from './picture-storage.ts';
import { preparePicture, type PreparedPicture } from './prepared-picture.ts';

export type UploadStep =
  | { name: 'waiting' }
  | { name: 'preparing' }
  | ({ name: 'sending' } & SendProgress)
  | { name: 'refused'; sentence: string }
  /** The picture is kept, and the upload can be repeated. */
  | { name: 'failed'; sentence: string };

/** One upload. `preview` is a blob URL, once the picture could be read. */
export type Upload = { key: string; fileName: string; preview: string | null; step: UploadStep };

type Work = { file: File; prepared: PreparedPicture | null; controller: AbortController };

/**
 * Scales photos down and uploads them, one after the other in the order in which they were chosen: two at once would
 * need more memory than a phone has.
 * @param onStored called with the public URL and the bytes of a stored picture
 */
export function usePictureUploads(onStored: (url: string, bytes: number) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const works = useRef(new Map<string, Work>());
  const line = useRef(Promise.resolve());

  // The form may change during an upload: the latest handler is called.
  const stored = useLatest(onStored);
  const shown = useRef(uploads);
  useEffect(() => {
    shown.current = uploads;
  }, [uploads]);
  useEffect(() => {
    const running = works.current;
    return () => {
      for (const { controller } of running.values()) controller.abort();
      for (const { preview } of shown.current) if (preview) URL.revokeObjectURL(preview);
    };
  }, []);

  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const discard = (key: string) => {
    works.current.get(key)?.controller.abort();
    works.current.delete(key);
    // A blob URL keeps its picture in memory until it is revoked.
    const preview = shown.current.find((one) => one.key === key)?.preview;
    if (preview) URL.revokeObjectURL(preview);
    setUploads((list) => list.filter((one) => one.key !== key));
  };

  const run = async (key: string) => {
    const work = works.current.get(key);
    if (!work) return;
    const { signal } = work.controller;
    try {
      if (!work.prepared) {
        patch(key, { step: { name: 'preparing' } });
        const prepared = await preparePicture(work.file);
        if (signal.aborted) return;
        work.prepared = prepared;
        patch(key, { preview: URL.createObjectURL(prepared.preview) });
      }
      let bytes = 0;
      const url = await sendPicture(
        work.prepared,
        (progress) => {
          bytes = progress.totalBytes;
          if (!signal.aborted) patch(key, { step: { name: 'sending', ...progress } });
        },
        signal,
      );
      if (signal.aborted) return;
      discard(key);
      stored.current(url, bytes);
    } catch (error) {
      if (signal.aborted) return;
      const sentence = errorSentence(error);
      // Only a prepared picture can be uploaded again.
      if (!work.prepared) works.current.delete(key);
      patch(key, { step: { name: work.prepared ? 'failed' : 'refused', sentence } });
    }
  };

  const queue = (key: string) => {
    line.current = line.current.then(() => run(key));
  };

  return {
    uploads,
    isBusy: uploads.some(({ step }) => ['waiting', 'preparing', 'sending'].includes(step.name)),
    /** Adds files to the gallery; `room` is the number of pictures that still fit. */
    add: (files: readonly File[], room: number) => {
      const free = Math.max(0, room - works.current.size);
      const added = files.map((file, index): Upload => {
        const key = randomUuid();
        if (index >= free) {
          const sentence = `“${file.name}” was left out: a product has at most ${maxPictures} pictures.`;
          return { key, fileName: file.name, preview: null, step: { name: 'refused', sentence } };
        }
        works.current.set(key, { file, prepared: null, controller: new AbortController() });
        return { key, fileName: file.name, preview: null, step: { name: 'waiting' } };
      });
      // Clears earlier refusals.
      setUploads((list) => [...list.filter(({ step }) => step.name !== 'refused'), ...added]);
      for (const { key } of added) queue(key);
    },
    retry: (key: string) => {
      patch(key, { step: { name: 'waiting' } });
      queue(key);
    },
    discard,
  };
}
