import { type DragEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** For the file input, which is not seen. */
  label: string;
  accept: string;
  /** The input that a button among the children clicks. */
  input: RefObject<HTMLInputElement | null>;
  className?: string;
  onFile(file: File): void;
  children: ReactNode;
};

/** A framed place where a file is chosen or dropped. */
export function DropZone({ label, accept, input, className, onFile, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  // A file that is dropped beside the zone would replace the page.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, stay);
    };
  }, []);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) onFile(first);
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
      {/* The button stands for it: a visible input would be a second stop for the keyboard. */}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          take(event.target.files);
          // Choosing the same file again, corrected meanwhile, must count as a change.
          event.target.value = '';
        }}
      />
    </div>
  );
}
