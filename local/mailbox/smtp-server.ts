import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { OutgoingMail } from './mailbox.ts';

/**
 * Takes mails by SMTP on a free port of this machine, without sign-in and encryption, and delivers them: Supabase Auth
 * sends in no other way. As much of SMTP as its library speaks.
 */
export async function startSmtpServer(
  deliver: (mail: OutgoingMail) => Promise<unknown>,
): Promise<{ port: number; stop(): void }> {
  const server = createServer((socket) => {
    const answer = (line: string) => socket.write(`${line}\r\n`);
    let received = '';
    let to = '';
    let isMail = false;
    const take = async (text: string) => {
      if (isMail) await deliver(mailOf(text, to));
      if (/^rcpt to:/i.test(text)) to = /<(.*)>/.exec(text)?.[1] ?? '';
      isMail = !isMail && /^data$/i.test(text);
      answer(isMail ? '354 the mail' : /^quit$/i.test(text) ? '221 bye' : '250 ok');
    };
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (part: string) => {
      received += part;
      const end = isMail ? '\r\n.\r\n' : '\r\n';
      // A client waits for each answer before it goes on.
      if (!received.endsWith(end)) return;
      const text = received.slice(0, -end.length);
      received = '';
      take(text).catch(() => answer('451 not delivered'));
    });
    answer('220 ready');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

function mailOf(text: string, to: string): OutgoingMail {
  const [head = '', ...body] = text.replace(/^\./gm, '').split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const bytes = body
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return {
    to,
    from: header('from'),
    subject: header('subject'),
    html: Buffer.from(bytes, 'latin1').toString(),
  };
}
