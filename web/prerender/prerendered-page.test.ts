import { expect, test } from 'vitest';
import { fileOf, fillTemplate, withQueries } from './prerendered-page.ts';

const template = '<head>\n</head><body><div id="root"></div></body>';
const filled = (html: string, queries = {}) =>
  fillTemplate(template, { path: '/a', isForAnyQuery: false }, { html, queries });

test('the title and the description of a page go into the head, the rest into #root, the queries behind it', () => {
  const page = filled('<title>A &amp; B</title><meta name="description" content="$& c"/><main>x</main>', {
    text: '</script><b>',
  });
  expect(page).toContain(
    '<title>A &amp; B</title>\n    <meta name="description" content="$& c"/>\n  </head>',
  );
  expect(page).toContain(
    '<div id="root" data-path="/a"><main>x</main></div><script type="application/json" id="page-data">{"text":"\\u003c/script>\\u003cb>"}</script>',
  );
});

test('a page that first renders the same for any query is marked so', () => {
  const rendered = { html: '<title>x</title>', queries: [] };
  expect(fillTemplate(template, { path: '/a', isForAnyQuery: true }, rendered)).toContain(
    '<div id="root" data-path="/a" data-any-query>',
  );
});

test('a page that the security policy would break is not written', () => {
  expect(() => filled('<title>x</title><p></p><script>1</script>')).toThrow(/script of its own/);
  const data = '<script type="application/ld+json">{}</script>';
  expect(filled(`<title>x</title>${data}`)).toContain(data);
});

test('a page without a title is not written', () => {
  expect(() => filled('<main>x</main>')).toThrow(/no title/);
});

test('each path has one file, served without a redirect', () => {
  expect(fileOf('/')).toBe('index.html');
  expect(fileOf('/category/solar')).toBe('category/solar.html');
});

test('the empty app has data for its queries too, so that it shows the name of the shop at once', () => {
  expect(withQueries('<body><div id="root"></div></body>', [{ data: '</script>' }])).toBe(
    '<body><div id="root"></div><script type="application/json" id="page-data">[{"data":"\\u003c/script>"}]</script></body>',
  );
});
