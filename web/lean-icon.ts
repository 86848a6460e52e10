import { createElement, type SVGProps } from 'react';

/** An icon as lucide's files have it. */
type IconData = { name: string; aliases?: string[]; node: [tag: string, attributes: object][] };

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/** Renders the same as lucide's own function of this name, which the prerendered pages were made with. */
// oxlint-disable-next-line import/no-default-export -- as lucide's own file
export default function createLucideIcon({ name, aliases = [], node }: IconData) {
  const names = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)];
  return ({ size = 24, className, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: [...names, className].filter(Boolean).join(' '),
        'aria-hidden': Object.keys(rest).some((key) => /^(aria-|role$|title$)/.test(key))
          ? undefined
          : 'true',
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
