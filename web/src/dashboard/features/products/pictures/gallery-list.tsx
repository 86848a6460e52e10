import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxPictures } from '@contract/products.ts';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { movedRow } from '../moved-row.ts';
import styles from './gallery-field.module.css';
import type { GalleryRow } from './gallery-rows.ts';
import { classNames } from '#components/page/class-names.ts';
import { PictureThumbnail } from './picture-thumbnail.tsx';

type GalleryListProps = {
  rows: readonly GalleryRow[];
  onChange(rows: GalleryRow[]): void;
  errorOf(path: string): string | undefined;
};

/** The pictures in order, with buttons to move and remove them and a field for the alt text. */
export function GalleryList({ rows, onChange, errorOf }: GalleryListProps) {
  const section = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ part: string } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [removed, setRemoved] = useState<{ row: GalleryRow; index: number } | null>(null);
  useEffect(() => {
    if (focus) section.current?.querySelector<HTMLElement>(focus.part)?.focus();
  }, [focus]);

  const move = (index: number, by: -1 | 1, part: string) => {
    const row = rows[index];
    const to = index + by;
    if (!row || to < 0 || to >= rows.length) return;
    onChange(movedRow(rows, index, by));
    setFocus({ part: `[data-row="${row.key}"] [data-part="${part}"]` });
    setAnnouncement(`Moved to position ${to + 1} of ${rows.length}`);
  };
  const remove = (row: GalleryRow, index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    setRemoved({ row, index });
    setFocus({ part: '[data-part="undo"]' });
    setAnnouncement('');
  };
  const putBack = () => {
    if (!removed) return;
    onChange([...rows.slice(0, removed.index), removed.row, ...rows.slice(removed.index)]);
    setFocus({ part: `[data-row="${removed.row.key}"] input` });
    setRemoved(null);
  };
  const canPutBack = removed && rows.length < maxPictures && !rows.some(({ url }) => url === removed.row.url);

  return (
    <div ref={section}>
      <ol className="stack hide-empty" aria-label="Pictures in their order">
        {rows.map((row, index) => (
          <li
            key={row.key}
            data-row={row.key}
            className={classNames('grid gap-3 gap-y-2 align-top line-above pad-y-3', styles.row)}
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
            <div className={classNames('flex whole-row at-end dims-disabled icons-18', styles.tools)}>
              <IconButton
                data-part="up"
                label={`Move picture ${index + 1} up`}
                icon={<ArrowUp />}
                aria-disabled={index === 0 || undefined}
                onClick={() => move(index, -1, 'up')}
              />
              <IconButton
                data-part="down"
                label={`Move picture ${index + 1} down`}
                icon={<ArrowDown />}
                aria-disabled={index === rows.length - 1 || undefined}
                onClick={() => move(index, 1, 'down')}
              />
              <IconButton
                label={`Remove picture ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => remove(row, index)}
              />
            </div>
          </li>
        ))}
      </ol>
      {canPutBack ? (
        <div className="row gap-3 pad-top-2">
          <p role="status">{`${removed.row.alt || 'The picture'} was removed.`}</p>
          <Button variant="quiet" data-part="undo" onClick={putBack}>
            Undo
          </Button>
        </div>
      ) : null}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </div>
  );
}
