import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';

/** Moves rows of a list that is edited. The focus follows the part of the row that had it, and a move is announced. */
export function useMovableRows<Row extends { key: string }>(
  rows: readonly Row[],
  onChange: (rows: Row[]) => void,
) {
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ selector: string } | null>(null);
  const [announcement, announce] = useState('');
  useEffect(() => {
    if (focus) list.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);
  const focusOn = (row: Row, part: string) => setFocus({ selector: `[data-row="${row.key}"] ${part}` });
  return {
    list,
    announce,
    focusOn,
    move: (index: number, by: -1 | 1, part: string) => {
      const row = rows[index];
      const to = index + by;
      if (!row || to < 0 || to >= rows.length) return;
      onChange(movedRow(rows, index, by));
      focusOn(row, part);
      announce(`Moved to position ${to + 1} of ${rows.length}`);
    },
    status: (
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    ),
  };
}

type RowToolsProps = {
  /** `line 3` */
  name: string;
  index: number;
  count: number;
  onMove(index: number, by: -1 | 1, part: string): void;
  onRemove(): void;
};

/** The buttons that move a row and remove it. */
export function RowTools({ name, index, count, onMove, onRemove }: RowToolsProps) {
  const arrow = (part: 'up' | 'down', by: -1 | 1, icon: React.ReactNode) => (
    <IconButton
      data-part={part}
      label={`Move ${name} ${part}`}
      icon={icon}
      aria-disabled={index + by < 0 || index + by >= count || undefined}
      onClick={() => onMove(index, by, `[data-part="${part}"]`)}
    />
  );
  return (
    <div className="flex at-end dims-disabled icons-18">
      {arrow('up', -1, <ArrowUp />)}
      {arrow('down', 1, <ArrowDown />)}
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}

/** The rows with one of them moved up or down by one position; unchanged when it is at the end already. */
export function movedRow<Row>(rows: readonly Row[], from: number, by: -1 | 1): Row[] {
  const to = from + by;
  const moved = [...rows];
  const [row] = moved.splice(from, 1);
  if (row === undefined || to < 0 || to >= rows.length) return [...rows];
  moved.splice(to, 0, row);
  return moved;
}
