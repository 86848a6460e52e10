import { type DragEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** The label of the hidden file input. */
  label: string;
  accept: string;
  /** The input, which a button among the children clicks. */
  input: RefObject<HTMLInputElement | null>;
  className?: string;
  /** Accepts several files at once; otherwise only the first one. */
  multiple?: boolean;
  /** Called with at least one file. */
  onFiles(files: readonly File[]): void;
  children: ReactNode;
};

/** A framed area where files are chosen or dropped. */
export function DropZone({
  label,
  accept,
  input,
  className,
  multiple = false,
  onFiles,
  children,
}: DropZoneProps) {
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
      className={classNames(styles.zone, isOver && styles.over, className)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
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
