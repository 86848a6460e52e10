import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import styles from './gallery-field.module.css';
import { PictureThumbnail } from './picture-thumbnail.tsx';
import { classNames } from '#components/page/class-names.ts';
import type { Upload, UploadStep } from './use-picture-uploads.ts';

type UploadLineProps = { upload: Upload; onRetry(): void; onDiscard(): void };

/** The progress of an upload, or why it failed. */
export function UploadLine({ upload: { fileName, preview, step }, onRetry, onDiscard }: UploadLineProps) {
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
    <div className={classNames('grid gap-3 gap-y-2 align-top line-above pad-y-3', styles.upload)}>
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
export const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);
