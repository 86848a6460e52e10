import { FileUp } from 'lucide-react';
import { type ComponentProps, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** The label of the hidden file input. */
  label: string;
  accept: string;
  /** The button that opens the browser's choice of files. */
  button: ComponentProps<typeof Button>;
  /** Accepts several files at once; otherwise only the first one. */
  multiple?: boolean;
  /** Called with at least one file. */
  onFiles(files: readonly File[]): void;
  /** Shown beside the button. */
  children: ReactNode;
};

/** A framed area where files are chosen or dropped. */
export function DropZone({ label, accept, button, multiple = false, onFiles, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  // A file dropped outside the zone would replace the page.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, stay);
    };
  }, []);
  const take = (files: FileList | null) => {
    const taken = [...(files ?? [])].slice(0, multiple ? undefined : 1);
    if (taken.length > 0) onFiles(taken);
  };
  const over = (event: DragEvent) => setIsOver(event.dataTransfer.types.includes('Files'));
  return (
    <div
      className={classNames('control cluster gap-3 pad-4', styles.zone, isOver && styles.over)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Button icon={<FileUp />} {...button} onClick={() => input.current?.click()} />
      {children}
      {/* Represented by the button: a visible input would be a second tab stop. */}
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          // Choosing the same file again after correcting it must count as a change.
          event.target.value = '';
        }}
      />
    </div>
  );
}
