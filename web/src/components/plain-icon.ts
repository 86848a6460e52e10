import { createElement, type SVGProps } from 'react';

type IconData = { node: readonly [tag: string, attributes: Record<string, string>][] };

/** What lucide-react draws around the parts of an icon. */
const frame: SVGProps<SVGSVGElement> = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};

/**
 * An icon of lucide-react from its data, without lucide's ways to set colours and lines, which the shop does by CSS: the
 * build puts it in place of lucide's own function (web/slim-libraries.ts).
 */
export function plainIcon({ node }: IconData) {
  return ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, ...frame, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
