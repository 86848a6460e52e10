import { useEffect, useRef, useState } from 'react';
import { maxPictures } from '@contract/products.ts';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { RowTools, useMovableRows } from '../movable-rows.tsx';
import styles from './gallery-field.module.css';
import type { GalleryRow } from './gallery-rows.ts';
import { PictureThumbnail } from './picture-thumbnail.tsx';

type GalleryListProps = {
  rows: readonly GalleryRow[];
  onChange(rows: GalleryRow[]): void;
  errorOf(path: string): string | undefined;
};

/** The pictures in order, with buttons to move and remove them and a field for the alt text. */
export function GalleryList({ rows, onChange, errorOf }: GalleryListProps) {
  const { list, announce, focusOn, move, status } = useMovableRows(rows, onChange);
  const [removed, setRemoved] = useState<{ row: GalleryRow; index: number } | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const remove = (row: GalleryRow, index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    setRemoved({ row, index });
    announce('');
  };
  const putBack = () => {
    if (!removed) return;
    onChange([...rows.slice(0, removed.index), removed.row, ...rows.slice(removed.index)]);
    focusOn(removed.row, 'input');
    setRemoved(null);
  };
  const canPutBack = removed && rows.length < maxPictures && !rows.some(({ url }) => url === removed.row.url);

  return (
    <div>
      <ol ref={list} className="stack hide-empty" aria-label="Pictures in their order">
        {rows.map((row, index) => (
          <li
            key={row.key}
            data-row={row.key}
            className={`grid gap-3 gap-y-2 align-top line-above pad-y-3 ${styles.row}`}
          >
            <PictureThumbnail key={row.url} url={row.url} alt={row.alt || `Picture ${index + 1}`} />
            <div className="stack gap-2">
              <span className="muted">
                {index === 0 ? 'First picture: cards and lists show it' : `Picture ${index + 1}`}
              </span>
              <Field
                label="Alt text"
                aria-label={`Alt text of picture ${index + 1}`}
                autoComplete="off"
                maxLength={200}
                value={row.alt}
                // The first URL's error is shown at its field.
                error={
                  errorOf(`pictures[${index}].alt`) ??
                  (index > 0 ? errorOf(`pictures[${index}].url`) : undefined)
                }
                onChange={(event) =>
                  onChange(rows.map((one, at) => (at === index ? { ...one, alt: event.target.value } : one)))
                }
              />
            </div>
            <RowTools
              name={`picture ${index + 1}`}
              index={index}
              count={rows.length}
              onMove={move}
              onRemove={() => remove(row, index)}
            />
          </li>
        ))}
      </ol>
      {canPutBack ? (
        <div className="row gap-3 pad-top-2">
          <p role="status">{`${removed.row.alt || 'The picture'} was removed.`}</p>
          <Button variant="quiet" ref={undo} onClick={putBack}>
            Undo
          </Button>
        </div>
      ) : null}
      {status}
    </div>
  );
}
