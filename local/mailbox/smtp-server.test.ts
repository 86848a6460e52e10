import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { OutgoingMail } from './mailbox.ts';
import { startSmtpServer } from './smtp-server.ts';

it('takes mails one after the other, as they were before they were packed for the way', async () => {
  const mails: OutgoingMail[] = [];
  const server = await startSmtpServer(async (mail) => void mails.push(mail));
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  const says = async (line?: string) => {
    if (line !== undefined) socket.write(`${line}\r\n`);
    return String((await once(socket, 'data'))[0]).slice(0, 3);
  };
  expect(await says()).toBe('220');
  const packed = [
    'From: shop@example.com\r\nSubject: A link\r\n\r\n<a href=3D"#">caf=C3=A9</a> and a long =\r\nline\r\n..\r\n.',
    'From: shop@example.com\r\nSubject: DATA\r\n\r\nquit\r\n.',
  ];
  for (const mail of packed)
    for (const [line, answer] of [
      ['EHLO here', '250'],
      ['MAIL FROM:<shop@example.com>', '250'],
      ['RCPT TO:<akinyi@example.com>', '250'],
      ['DATA', '354'],
      [mail, '250'],
    ] as const)
      expect(await says(line)).toBe(answer);
  expect(await says('QUIT')).toBe('221');
  socket.destroy();
  server.stop();
  const each = { to: 'akinyi@example.com', from: 'shop@example.com' };
  expect(mails).toEqual([
    { ...each, subject: 'A link', html: '<a href="#">café</a> and a long line\r\n.' },
    { ...each, subject: 'DATA', html: 'quit' },
  ]);
});
