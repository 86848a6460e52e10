import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Every page of the sandbox: a plain bank, unlike the shop, that says on each page that no money moves. */
export function bankPage(page: { title: string; nonce: string; content: Html }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · Test Bank</title>
        <link rel="icon" href="data:," />
        <style nonce="${page.nonce}">
          ${raw(bankStyle)}
        </style>
      </head>
      <body>
        <header class="bank">
          <p class="bank-name">Test Bank <span>card payments</span></p>
          <p class="bank-note">Sandbox: no money moves</p>
        </header>
        <main>${page.content}</main>
      </body>
    </html>`;
}

/** Allows the page's own style and script by nonce and nothing else. Forms may post anywhere: the return does. */
export function contentSecurityPolicy(nonce: string, mayFetch?: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    'img-src data:',
    ...(mayFetch === undefined ? [] : [`connect-src ${new URL(mayFetch).origin}`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const bankStyle = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: #eef2f8; color: #14213d; font: 16px/1.5 Verdana, Geneva, "DejaVu Sans", sans-serif; }
.bank { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; justify-content: space-between;
  padding: 16px max(16px, calc(50vw - 432px)); background: #14294f; color: #fff; }
.bank p { margin: 0; }
.bank-name { font-size: 18px; font-weight: 700; }
.bank-name span { font-weight: 400; opacity: .85; }
.bank-note { font-size: 14px; color: #ffe08a; }
main { max-width: 896px; margin: 0 auto; padding: 24px 16px 48px; }
.pay { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
@media (min-width: 800px) { .pay { grid-template-columns: minmax(0, 1fr) 320px; align-items: start; } }
.panel { background: #fff; border: 1px solid #c3cee0; border-radius: 10px; padding: 20px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
h2 { margin: 0 0 8px; font-size: 16px; }
p { margin: 0 0 16px; }
.order { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 20px; padding: 12px 16px;
  background: #eef2f8; border-radius: 6px; }
.order dt { color: #46557a; }
.order dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.order .amount { white-space: nowrap; font-weight: 700; font-variant-numeric: tabular-nums; }
.field { margin-bottom: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
label { display: block; margin-bottom: 4px; font-weight: 700; font-size: 14px; }
.hint { font-weight: 400; color: #46557a; }
.pair .hint { display: block; }
input { width: 100%; min-height: 46px; padding: 8px 12px; border: 1px solid #6b7a99; border-radius: 6px;
  background: #fff; color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
select { width: 100%; min-height: 46px; padding: 8px 12px; border: 1px solid #6b7a99; border-radius: 6px;
  background: #fff; color: inherit; font: inherit; }
.flag { display: flex; gap: 12px; align-items: flex-start; min-height: 46px; }
.flag input { flex: none; width: 24px; min-height: 24px; margin: 0; }
fieldset { margin: 0 0 24px; padding: 16px; border: 1px solid #c3cee0; border-radius: 6px; min-width: 0; }
legend { padding: 0 8px; font-weight: 700; }
.switches { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 24px; }
@media (min-width: 640px) { .switches { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; } }
.wrap { overflow-wrap: anywhere; }
.panel + .panel { margin-top: 24px; }
pre { margin: 0 0 16px; padding: 12px; overflow-x: auto; background: #eef2f8; border-radius: 6px; font-size: 14px; }
a { color: #1d4ed8; }
input[aria-invalid="true"] { border: 2px solid #a4161a; }
.error { margin: 4px 0 0; color: #a4161a; font-size: 14px; }
button { min-height: 46px; padding: 8px 16px; border: 1px solid #1d4ed8; border-radius: 6px; background: #1d4ed8;
  color: #fff; font: inherit; font-weight: 700; cursor: pointer; }
button:hover { background: #1e40af; }
button.quiet { background: #fff; color: #1d4ed8; }
button.quiet:hover { background: #e6edfb; }
:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
.actions { display: grid; gap: 12px; }
@media (min-width: 480px) { .order .amount { font-size: 20px; } }
@media (min-width: 480px) { .actions { grid-template-columns: 2fr 1fr; } }
.cards { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.cards button { width: 100%; text-align: left; font-weight: 400; font-size: 14px; line-height: 1.4; }
.cards strong { display: block; font-size: 16px; font-variant-numeric: tabular-nums; }
.notice { border-left: 4px solid #a4161a; padding-left: 12px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 8px; border-bottom: 1px solid #c3cee0; text-align: left; vertical-align: top; }
.scroll { overflow-x: auto; }
`;
