import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { starterSource, startAfterPaint } from './start-after-paint.ts';

const page = startAfterPaint(`<head>
  <script type="module" crossorigin src="/a.js"></script>
  <link rel="modulepreload" crossorigin href="/b.js">
  <link rel="stylesheet" crossorigin href="/a.css">
</head>
<body>
  <div id="root"></div>
</body>
`);

test('a page asks for its styles at once, and holds its scripts where no browser looks for them', () => {
  expect(page).toContain(`<head>
  <link rel="stylesheet" crossorigin href="/a.css">
</head>`);
  expect(page).toContain(
    '<template id="scripts"><link rel="modulepreload" crossorigin href="/b.js">' +
      '<script type="module" crossorigin src="/a.js"></script></template>',
  );
});

test('the security policy allows the one script that stands in the page, as it is written there', () => {
  const [, script = ''] = /<script>(.+)<\/script>/.exec(page) ?? [];
  expect(script).toContain('document.getElementById("scripts")');
  expect(starterSource).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});
