import { optimize } from 'svgo';

/** The styles of a drawing's parts, as presentation attributes: style sheets do not apply inside another file. */
const styles: Record<string, string> = {
  front: 'fill="#fff"',
  side: 'fill="#e3ddcd"',
  top: 'fill="#f6f2e8"',
  glass: 'fill="#dfe7e0"',
  dark: 'fill="#16201b"',
  line: 'fill="none"',
  detail: 'fill="none" stroke-width="var(--fine-line,1.25)"',
  accent: 'fill="none" stroke="#b3401f" stroke-width="var(--accent-line,2.5)"',
  spot: 'fill="#b3401f" stroke="none"',
  ground: 'fill="none" stroke="#a39c8b" stroke-width="var(--fine-line,1.25)"',
};

const root =
  'stroke="#16201b" stroke-width="var(--ink-line,2)" stroke-linecap="round" stroke-linejoin="round"';

/** One drawing as a symbol of the sprite. @param markup the drawing, its parts marked by their class */
export function drawingSymbol(name: string, markup: string): string {
  const parts = markup
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/<g>|<\/g>/g, '')
    .replace(/><\/(path|ellipse|circle)>/g, '/>')
    .replace(
      /class="([^"]*)"/g,
      (_, style: string) => `${styles[style] ?? ''} vector-effect="non-scaling-stroke"`,
    );
  return `<symbol id="${name}" viewBox="0 0 160 120" overflow="visible"><g ${root}>${parts}</g></symbol>`;
}

/** The file with all drawings, one line each. Relative paths compress to two thirds of the size of absolute ones. */
export function drawingSprite(drawings: Record<string, string>): string {
  const symbols = Object.entries(drawings).map(([name, markup]) => drawingSymbol(name, markup));
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const { data } = optimize(sprite, { plugins: ['convertPathData'] });
  return data.replace(/(?=<symbol|<\/svg>)/g, '\n') + '\n';
}
