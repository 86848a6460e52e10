import { ImagePlus } from 'lucide-react';
import { maxPictures } from '@contract/products.ts';
import { type FocusEventHandler, useEffect, useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { useLatest } from '#lib/forms/use-latest.ts';
import { DropZone } from '#dashboard/components/drop-zone.tsx';
import styles from './gallery-field.module.css';
import { GalleryList } from './gallery-list.tsx';
import { type GalleryRow, galleryRowOf, withFirstUrl } from './gallery-rows.ts';
import { usePictureUploads, type Upload, type UploadStep } from './use-picture-uploads.ts';
import { Button } from '#components/forms/button.tsx';
import { PictureThumbnail } from './picture-thumbnail.tsx';

type GalleryFieldProps = {
  rows: readonly GalleryRow[];
  /** A service may have none. */
  isOptional: boolean;
  onChange(rows: GalleryRow[]): void;
  /** Called when the URL field of the first picture loses the focus. */
  onBlur: FocusEventHandler;
  errorOf(path: string): string | undefined;
  /** Called when uploads start and end: a form saved in between would miss them. */
  onBusyChange(isBusy: boolean): void;
};

/** The pictures of a product: chosen, photographed, dropped or pasted; or the typed URL of the first one. */
export function GalleryField(props: GalleryFieldProps) {
  const { rows, isOptional, onChange, onBlur, errorOf, onBusyChange } = props;
  const [announcement, setAnnouncement] = useState('');
  const { uploads, isBusy, add, retry, discard } = usePictureUploads((url, bytes) => {
    if (rows.some((row) => row.url === url))
      return setAnnouncement('This picture is in the gallery already.');
    onChange([...rows.filter((row) => row.url !== ''), galleryRowOf({ url, alt: '' })]);
    setAnnouncement(
      `The picture is stored in three sizes, ${kilobytes(bytes)} kB together. Save the product to use it.`,
    );
  });
  const room = maxPictures - rows.length;
  const take = (files: readonly File[]) => {
    setAnnouncement('');
    add(files, room);
  };
  usePaste(take);
  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);
  // Without any picture its address is not what is wrong.
  const isMissing = rows.length === 0 && errorOf('imageUrl') !== undefined;
  const error = errorOf('pictures') ?? (isMissing ? errorOf('imageUrl') : undefined);
  return (
    <section className="stack gap-3" aria-labelledby="pictures">
      <h3 id="pictures">Pictures</h3>
      <p className="muted">
        {`${isOptional ? '' : 'One at least, '}${maxPictures} at most, in this order; move one with its arrows. The alt text says what a picture shows, for people who do not see it; without one they hear the name of the product.`}
      </p>
      <GalleryList rows={rows} onChange={onChange} errorOf={errorOf} />
      {error ? <Notice tone="error">{error}</Notice> : null}
      {uploads.map((upload) => (
        <UploadLine
          key={upload.key}
          upload={upload}
          onRetry={() => retry(upload.key)}
          onDiscard={() => discard(upload.key)}
        />
      ))}
      <DropZone
        label="Image URL: pictures"
        accept="image/*"
        multiple
        onFiles={take}
        button={{
          variant: 'secondary',
          icon: <ImagePlus />,
          disabled: room <= 0,
          children: 'Choose or take pictures',
        }}
      >
        <p className={`muted ${styles.hint}`}>
          {room > 0
            ? 'Or drop them here, or paste them. Up to 40 MB each; they are made smaller before they are sent.'
            : `The gallery is full. Remove a picture to add another one.`}
        </p>
      </DropZone>
      <p role="status" className={announcement ? 'small tabular' : undefined}>
        {announcement}
      </p>
      <Field
        label="Image URL"
        name="imageUrl"
        error={isMissing ? undefined : errorOf('imageUrl')}
        onBlur={onBlur}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={rows[0]?.url ?? ''}
        onChange={(event) => onChange(withFirstUrl(rows, event.target.value))}
        hint="The address of the first picture: filled in when you choose one; or type the address of one on the web."
      />
    </section>
  );
}

/** Accepts pictures pasted anywhere on the page; text pasted into a field is left alone. */
function usePaste(take: (files: readonly File[]) => void): void {
  const latest = useLatest(take);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isTyping && event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [latest]);
}

type UploadLineProps = { upload: Upload; onRetry(): void; onDiscard(): void };

/** The progress of an upload, or why it failed. */
function UploadLine({ upload: { fileName, preview, step }, onRetry, onDiscard }: UploadLineProps) {
  if (step.name === 'refused') {
    return (
      <Notice
        tone="error"
        action={
          <Button variant="quiet" onClick={onDiscard}>
            Close
          </Button>
        }
      >
        {step.sentence}
      </Notice>
    );
  }
  if (step.name === 'failed') {
    return (
      <Notice
        tone="error"
        title={step.sentence}
        action={
          <>
            <Button variant="secondary" onClick={onRetry}>
              Try again
            </Button>
            <Button variant="quiet" onClick={onDiscard}>
              Discard the picture
            </Button>
          </>
        }
      >
        {`${fileName ? `${fileName}: ` : ''}The picture is kept; you do not need to choose it again.`}
      </Notice>
    );
  }
  return (
    <div className={`grid gap-3 gap-y-2 align-top line-above pad-y-3 ${styles.upload}`}>
      <PictureThumbnail key={preview} url={preview ?? ''} alt="" />
      <div className="stack gap-2 at-start">
        <p className="strong breaks">{fileName}</p>
        <p role="status" className="small tabular">
          {progressText(step)}
        </p>
        {step.name === 'sending' ? (
          <progress
            max={step.totalBytes}
            value={step.sentBytes}
            aria-label={`Progress of ${fileName || 'the picture'}`}
          />
        ) : null}
        <Button variant="quiet" onClick={onDiscard}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function progressText(step: Exclude<UploadStep, { sentence: string }>): string {
  if (step.name === 'waiting') return 'Waiting for the picture before it …';
  if (step.name === 'preparing') return 'The picture is being made smaller …';
  const which = Math.min(step.done + 1, step.of);
  return `Sending size ${which} of ${step.of}: ${kilobytes(step.sentBytes)} of ${kilobytes(step.totalBytes)} kB sent …`;
}

/** Bytes as whole kB. */
const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);
