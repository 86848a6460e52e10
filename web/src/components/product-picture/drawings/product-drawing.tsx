import { drawingOf } from './drawing-choice.ts';

type ProductDrawingProps = {
  category: string;
  /** The product's name; without it, the category's drawing is used. */
  name?: string;
};

/**
 * The drawing of a product or a category, from the shared sprite; nothing for a category without one. Decorative,
 * without an accessible name.
 */
export function ProductDrawing({ category, name }: ProductDrawingProps) {
  const drawing = drawingOf({ category, name });
  return drawing ? (
    <svg className="fill" overflow="visible" viewBox="0 0 160 120" aria-hidden="true">
      <use href={`/drawings.svg#${drawing}`} />
    </svg>
  ) : null;
}
