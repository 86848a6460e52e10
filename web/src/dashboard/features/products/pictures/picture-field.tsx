import { ImagePlus } from 'lucide-react';
import { type ComponentProps, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { Field } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import styles from './picture-field.module.css';
import { type PictureStep, usePictureUpload } from './use-picture-upload.ts';

type PictureFieldProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'className' | 'ref'
> & {
  label: string;
  /** A web address, or a path of this site. */
  value: string;
  /** Told what is typed, and the public address of a picture once it is stored. */
  onChange(url: string): void;
  error?: string | false | undefined;
  disabled?: boolean;
  /** Told when a picture begins and ends being sent: a form saved in between would miss it. */
  onBusyChange?(isBusy: boolean): void;
};

/** The address of a picture, typed, or made of a picture that is chosen, photographed, dropped or pasted. */
export function PictureField({
  label,
  value,
  onChange,
  error,
  disabled = false,
  onBusyChange,
  ...rest
}: PictureFieldProps) {
  const { step, preview, isBusy, choose, retry, cancel } = usePictureUpload(onChange);
  const [isOver, setIsOver] = useState(false);
  const fileId = useId();
  const file = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? [];
    if (first && !disabled) void choose(first);
  };
  usePaste(take);
  useEffect(() => onBusyChange?.(isBusy), [isBusy, onBusyChange]);
  // Dropped beside the zone, a file would replace the page and lose the form.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, stay);
    };
  }, []);

  return (
    <div className={styles.field}>
      <p className={styles.label}>Picture</p>
      <div
        className={classNames(styles.zone, isOver && styles.over)}
        onDragEnter={(event) => setIsOver(hasFiles(event))}
        onDragOver={(event) => setIsOver(hasFiles(event))}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Thumbnail key={preview ?? value} url={preview ?? value} />
        <div className={styles.words}>
          <Button
            variant="secondary"
            icon={<ImagePlus aria-hidden="true" />}
            disabled={disabled}
            busy={isBusy}
            onClick={() => file.current?.click()}
          >
            {value ? 'Choose another picture' : 'Choose or take a picture'}
          </Button>
          {/* The button stands for it: a hidden input would be a second stop for the same thing. */}
          <input
            ref={file}
            id={fileId}
            type="file"
            accept="image/*"
            hidden
            aria-label={`${label}: picture`}
            onChange={(event) => {
              take(event.target.files);
              // The same file can be chosen again.
              event.target.value = '';
            }}
          />
          <p className={styles.hint}>
            Or drop it here, or paste it. Up to 40 MB; it is made small before it is sent.
          </p>
          {step.name === 'sending' ? (
            <progress
              className={styles.progress}
              max={step.totalBytes}
              value={step.sentBytes}
              aria-label="Picture sent"
            />
          ) : null}
          {isBusy ? (
            <div>
              <Button variant="quiet" onClick={cancel}>
                Cancel
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      <p role="status" className={step.name === 'idle' ? undefined : styles.status}>
        {progressWords(step)}
      </p>
      {step.name === 'refused' ? <Notice tone="error">{step.sentence}</Notice> : null}
      {step.name === 'failed' ? (
        <Notice
          tone="error"
          title={step.sentence}
          action={
            <>
              <Button variant="secondary" onClick={() => void retry()}>
                Try again
              </Button>
              <Button variant="quiet" onClick={cancel}>
                Forget the picture
              </Button>
            </>
          }
        >
          The picture is kept; you need not choose it again.
        </Notice>
      ) : null}
      <Field
        {...rest}
        label={label}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        disabled={disabled}
        hint="Filled in by itself when you choose a picture; or the address of one on the web."
      />
    </div>
  );
}

/** The picture as it is; nothing where there is none, or none that loads. */
function Thumbnail({ url }: { url: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed || !/^(https?:\/\/[^/]+\/|blob:|\/[^/])/.test(url)) {
    return (
      <div className={styles.thumbnail}>
        <ImagePlus aria-hidden="true" />
        {hasFailed ? <VisuallyHidden>No picture could be loaded from this address.</VisuallyHidden> : null}
      </div>
    );
  }
  return (
    <img
      className={styles.thumbnail}
      src={url}
      width={96}
      height={96}
      alt="The picture of the product"
      onError={() => setHasFailed(true)}
    />
  );
}

function progressWords(step: PictureStep): string {
  switch (step.name) {
    case 'preparing':
      return 'The picture is being made small …';
    case 'sending': {
      const which = Math.min(step.done + 1, step.of);
      return `Sending size ${which} of ${step.of}: ${kilobytes(step.sentBytes)} of ${kilobytes(step.totalBytes)} kB sent …`;
    }
    case 'stored':
      return `The picture is stored in three sizes, ${kilobytes(step.bytes)} kB together. Save the product to use it.`;
    default:
      return '';
  }
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** A picture pasted anywhere on the page; text that is pasted into a field stays text. */
function usePaste(take: (files: FileList | undefined) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (!data || data.files.length === 0) return;
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isTyping && data.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(data.files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
