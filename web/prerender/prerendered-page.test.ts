import { expect, test } from 'vitest';
import { fileOf, fillTemplate } from './prerendered-page.ts';

const template = '<head>\n</head><body><div id="root"></div></body>';

test('the title and the description of a page go into the head, the rest into #root', () => {
  const page = fillTemplate(
    template,
    '/a',
    '<title>A &amp; B</title><meta name="description" content="$& c"/><main>x</main>',
  );
  expect(page).toContain(
    '<title>A &amp; B</title>\n    <meta name="description" content="$& c"/>\n  </head>',
  );
  expect(page).toContain('<div id="root" data-path="/a"><main>x</main></div>');
});

test('a page that its security policy would break is not written', () => {
  expect(() => fillTemplate(template, '/a', '<title>x</title><p></p><script>1</script>')).toThrow(
    /script of its own/,
  );
  const data = '<script type="application/ld+json">{}</script>';
  expect(fillTemplate(template, '/a', `<title>x</title>${data}`)).toContain(data);
});

test('a page without a title is not written', () => {
  expect(() => fillTemplate(template, '/a', '<main>x</main>')).toThrow(/no title/);
});

test('each path has one file, served without a detour', () => {
  expect(fileOf('/')).toBe('index.html');
  expect(fileOf('/category/solar')).toBe('category/solar.html');
});
