import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

type PageOptions = {
  status?: 200 | 400 | 404;
  /** Runs at the end of the page. */
  script?: string;
};

/** Answers with a page of a plain bank, unlike the shop, that says that no money moves. */
export async function showPage(
  context: Context,
  title: string,
  content: Html,
  { status = 200, script = '' }: PageOptions = {},
): Promise<Response> {
  const nonce = randomBytes(12).toString('base64url');
  // The page's own style and script and nothing else. Forms may post anywhere: the return does.
  context.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Test Bank</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <header><strong>Test Bank</strong> <span>Sandbox: no money moves</span></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        <script nonce="${nonce}">
          ${raw(script)};
        </script>
      </body>
    </html>`;
  return context.html(await page, status);
}

/** The gateway's description shows no format for dates: the sandbox writes date and time in Nairobi (UTC+3). */
export function bankTime(utc: string): string {
  const nairobi = new Date(Date.parse(utc) + 3 * 60 * 60 * 1000);
  return nairobi.toISOString().slice(0, 19).replace('T', ' ');
}

const style = `
* { box-sizing: border-box; }
body { margin: 0; background: #eef2f8; color: #14213d; font: 16px/1.5 Verdana, "DejaVu Sans", sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; justify-content: space-between; padding: 16px max(16px, 50vw - 432px); background: #14294f; color: #fff; }
header span { color: #ffe08a; }
main { max-width: 896px; margin: 0 auto; padding: 16px; }
h1 { font-size: 22px; }
form { display: grid; align-items: end; grid-template-columns: 1fr 1fr; gap: 16px; margin: 0 0 24px; padding: 20px; background: #fff; border-radius: 10px; overflow-wrap: anywhere; }
form > :is(p, :has([name='CardNumber'], [name='CardName'], #transaction)) { grid-column: 1 / -1; margin: 0; }
label { display: block; font-weight: 700; font-size: 14px; }
small { color: #46557a; font-weight: 400; }
[role='alert'] { margin: 0; color: #a4161a; }
input, select, button { width: 100%; min-height: 46px; padding: 8px 12px; border: 1px solid #6b7a99; border-radius: 6px; background: #fff; color: inherit; font: inherit; }
[type='checkbox'] { width: 24px; min-height: 24px; vertical-align: middle; }
button { border-color: #1d4ed8; color: #1d4ed8; font-weight: 700; cursor: pointer; }
button:not(.quiet) { background: #1d4ed8; color: #fff; }
:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
`;
