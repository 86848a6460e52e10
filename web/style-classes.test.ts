import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('src', import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);
const classesOf = (sheet: string) =>
  new Set(namesIn(read(sheet).replace(/\/\*.*?\*\/|url\(.*?\)/gs, ''), /\.([a-z][\w-]*)/gi));

/** The classes of each style sheet that components name, by its path; `isComputed` where a name is an expression. */
const named = new Map<string, { classes: Set<string>; isComputed: boolean }>();
/** The classes that components name as text: those of the sheet that all of them share. */
const namedAsText = new Map<string, string>();
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.tsx')) continue;
  const code = read(path);
  for (const [line, name, sheet = ''] of code.matchAll(/^import (\w+) from '(.*\.module\.css)';$/gm)) {
    const sheetPath = sheet.startsWith('#') ? sheet.slice(1) : join(dirname(path), sheet);
    const { classes, isComputed } = named.get(sheetPath) ?? { classes: [], isComputed: false };
    named.set(sheetPath, {
      classes: new Set([
        ...classes,
        ...namesIn(code.replace(line, ''), new RegExp(`\\b${name}\\.(\\w+)`, 'g')),
      ]),
      isComputed: isComputed || code.includes(`${name}[`),
    });
  }
  const texts = [
    ...namesIn(code, /class(?:Name)?="([^"]*)"/gi),
    ...namesIn(code, /className=\{`([^`]*)`/g).map((names) => names.replace(/\$\{.*?\}/g, '')),
    ...namesIn(code.replace(/[!=]== '.*?'/g, ''), /class(?:Name=\{|Names\()([^;]*?)[})]/gi).flatMap((names) =>
      namesIn(names, /'([^']*)'/g),
    ),
  ];
  for (const name of texts.join(' ').split(' ')) if (name) namedAsText.set(name, path);
}

test('components and style sheets name the same classes', () => {
  const findings = [...named].flatMap(([sheet, { classes, isComputed }]) => {
    const styled = classesOf(sheet);
    const unstyled = [...classes].filter((name) => !styled.has(name));
    const unused = isComputed ? [] : [...styled].filter((name) => !classes.has(name));
    return [
      ...unstyled.map((name) => `${sheet} has no .${name}`),
      ...unused.map((name) => `nothing uses .${name} of ${sheet}`),
    ];
  });
  expect(named.size).toBeGreaterThan(100);
  expect(findings).toEqual([]);
});

test('components name the primitives that there are, and all of them', () => {
  const primitives = classesOf('app/primitives.css');
  const unknown = [...namedAsText].filter(([name]) => !primitives.has(name));
  expect(unknown).toEqual([]);
  expect([...primitives].filter((name) => !namedAsText.has(name))).toEqual([]);
});
