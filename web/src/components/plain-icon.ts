import { createElement, type SVGProps } from 'react';

type IconData = { node: readonly [tag: string, attributes: Record<string, string>][] };

/** The svg attributes that lucide-react uses. */
const frame: SVGProps<SVGSVGElement> = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};

/**
 * Makes an icon from lucide-react's data, without lucide's props for colours and lines, which the shop sets in CSS.
 * The build replaces lucide's own function with it (web/slim-libraries.ts).
 */
export function plainIcon({ node }: IconData) {
  return ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, ...frame, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
