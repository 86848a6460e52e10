import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
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

test('a page loads its styles at once, and has its scripts in a template that browsers do not load', () => {
  expect(page).toContain(`<head>
  <link rel="stylesheet" crossorigin href="/a.css">
</head>`);
  expect(page).toContain(
    '<template id="scripts"><link rel="modulepreload" crossorigin href="/b.js">' +
      '<script type="module" crossorigin src="/a.js"></script></template>',
  );
});

test('the security policy allows the page’s one inline script by its hash', () => {
  const [, script = ''] = /<script>(.+)<\/script>/.exec(page) ?? [];
  expect(script).toContain('document.getElementById("scripts")');
  expect(starterSource).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});

/** Runs the inline script with a fake document that counts how often the scripts are added to its head. */
function startIn({ hidden }: { hidden: boolean }) {
  const [, script = ''] = /<script>(.+)<\/script>/.exec(page) ?? [];
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const head = { append: vi.fn() };
  const held = { content: { cloneNode: () => 'scripts' } };
  const fakeDocument = { hidden, head, getElementById: () => held, addEventListener: () => {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is inline in the page
  new Function('document', 'requestAnimationFrame', 'setTimeout', script)(
    fakeDocument,
    (act: () => void) => frames.push(act),
    (act: () => void) => timers.push(act),
  );
  const nextFrame = () => frames.splice(0).forEach((act) => act());
  const aSecondLater = () => timers.splice(0).forEach((act) => act());
  return { started: () => head.append.mock.calls.length, nextFrame, aSecondLater };
}

test('scripts start in the second frame, once', () => {
  const { started, nextFrame, aSecondLater } = startIn({ hidden: false });
  nextFrame();
  expect(started()).toBe(0);
  nextFrame();
  expect(started()).toBe(1);
  aSecondLater();
  expect(started()).toBe(1);
});

test('scripts start at once in a background tab', () => {
  expect(startIn({ hidden: true }).started()).toBe(1);
});

test('scripts start after a second if no frame is drawn', () => {
  const { started, aSecondLater } = startIn({ hidden: false });
  expect(started()).toBe(0);
  aSecondLater();
  expect(started()).toBe(1);
});
