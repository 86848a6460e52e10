import { ImagePlus } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Field } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { DropZone } from '../../../components/drop-zone.tsx';
import { Quiet, Stack } from '../../../components/layout.tsx';
import styles from './picture-field.module.css';
import { type PictureStep, usePictureUpload } from './use-picture-upload.ts';

type PictureFieldProps = Pick<ComponentProps<'input'>, 'name' | 'onBlur'> & {
  label: string;
  /** A web address, or a path of this site. */
  value: string;
  /** Called with what is typed, and with the public address of a picture once it is stored. */
  onChange(url: string): void;
  error?: string | undefined;
  /** Called when a picture begins and ends being sent: a form saved in between would miss it. */
  onBusyChange(isBusy: boolean): void;
};

/** The address of a picture: typed, or of a picture that is chosen, photographed, dropped or pasted. */
export function PictureField({ label, value, onChange, onBusyChange, ...rest }: PictureFieldProps) {
  const { step, preview, isBusy, choose, retry, cancel } = usePictureUpload(onChange);
  const input = useRef<HTMLInputElement>(null);
  usePaste((file) => void choose(file));
  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);
  return (
    <Stack>
      <p className={styles.label}>Picture</p>
      <DropZone
        label={`${label}: picture`}
        accept="image/*"
        input={input}
        className={styles.zone}
        onFile={(file) => void choose(file)}
      >
        <Thumbnail key={preview ?? value} url={preview ?? value} />
        <div className={styles.words}>
          <Button
            variant="secondary"
            icon={<ImagePlus aria-hidden="true" />}
            busy={isBusy}
            onClick={() => input.current?.click()}
          >
            {value ? 'Choose another picture' : 'Choose or take a picture'}
          </Button>
          <Quiet>Or drop it here, or paste it. Up to 40 MB; it is made smaller before it is sent.</Quiet>
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
      </DropZone>
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
                Discard the picture
              </Button>
            </>
          }
        >
          The picture is kept; you do not need to choose it again.
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
        hint="Filled in automatically when you choose a picture; or type the address of one on the web."
      />
    </Stack>
  );
}

/** The picture at an address, or an icon where there is none or it does not load. */
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
      return 'The picture is being made smaller …';
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

/** Takes a picture that is pasted anywhere on the page; text that is pasted into a field stays text. */
function usePaste(take: (file: File) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isTyping && event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
