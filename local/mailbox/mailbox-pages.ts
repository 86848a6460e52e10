import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { StoredMail } from './mailbox.ts';
import { messageReports } from './provider-webhooks.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export function mailListPage(mails: readonly StoredMail[]): Html {
  const content = html`<h1>Mailbox</h1>
    <p>
      Mail, SMS and WhatsApp messages that the shop sends on this machine stay here.
      <a href="/mailbox/messages.json">As JSON</a>
    </p>
    ${
      mails.length === 0
        ? html`<p>No mail yet.</p>`
        : html`<ul>
            ${mails.map(
              (mail) =>
                html`<li>
                  <a href="/mailbox/${mail.id}">${titleOf(mail)}</a>
                  <span>${channelNames[mail.channel]} to ${mail.to} · ${shownTime(mail.sentAt)}</span>
                </li>`,
            )}
          </ul>`
    }`;
  return mailboxPage('Mailbox', content);
}

/** @param reported the report that was just sent to the shop */
export function mailPage(mail: StoredMail, reported?: string): Html {
  const content = html`<p><a href="/mailbox">All mail</a></p>
    <h1>${titleOf(mail)}</h1>
    <dl>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      ${
        mail.from === undefined
          ? ''
          : html`<dt>From</dt>
              <dd>${mail.from}</dd>`
      }
      <dt>Sent</dt>
      <dd>${shownTime(mail.sentAt)}</dd>
    </dl>
    ${
      mail.html === undefined
        ? ''
        : html`<iframe
            title="The mail as it was written"
            src="/mailbox/${mail.id}/body"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
    }
    ${mail.text === undefined ? '' : mail.channel === 'email' ? html`<pre>${mail.text}</pre>` : html`<p class="bubble ${mail.channel}">${linked(mail.text)}</p>`}
    ${mail.kind === undefined ? '' : reportForm(mail, reported)}`;
  return mailboxPage(titleOf(mail), content);
}

/** Buttons that send the reports of a provider. */
function reportForm({ id }: StoredMail, reported?: string): Html {
  return html`<form method="post" action="/mailbox/${id}/report">
    <p>What becomes of it, as its provider reports later:</p>
    ${messageReports.map((report) => html`<button name="report" value="${report}">${report}</button> `)}
    ${reported === undefined ? '' : html`<p role="status">Reported: ${reported}</p>`}
  </form>`;
}

export function noSuchMailPage(): Html {
  return mailboxPage(
    'No such mail',
    html`<h1>No such mail</h1>
      <p><a href="/mailbox">All mail</a></p>`,
  );
}

function mailboxPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(mailboxStyle)}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`;
}

const channelNames = { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' } as const;

function titleOf({ subject, text, channel }: StoredMail): string {
  if (channel === 'email') return subject || '(no subject)';
  return (text ?? '').slice(0, 60);
}

/** A text with its addresses as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** `2026-03-04 09:05:06 UTC` */
function shownTime(utc: string): string {
  return `${utc.slice(0, 19).replace('T', ' ')} UTC`;
}

const mailboxStyle = `
body { max-width: 800px; margin: 0 auto; padding: 24px 16px 48px; color: #1c1c1c; background: #fff; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; overflow-wrap: anywhere; }
ul { padding: 0; list-style: none; border-top: 1px solid #bbb; }
li { padding: 12px 0; border-bottom: 1px solid #bbb; overflow-wrap: anywhere; }
li a { display: block; font-weight: 600; }
li span, dt { color: #555; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { box-sizing: border-box; width: 100%; height: 480px; border: 1px solid #bbb; background: #fff; }

.bubble { max-width: 320px; margin: 16px 0; padding: 10px 14px; border-radius: 14px 14px 14px 4px; background: #eceff1; white-space: pre-wrap; overflow-wrap: anywhere; }
.bubble.whatsapp { background: #dcf8c6; }
form { margin: 24px 0; }
button { min-height: 44px; padding: 0 16px; font: inherit; }
pre { padding: 12px; border: 1px solid #bbb; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
