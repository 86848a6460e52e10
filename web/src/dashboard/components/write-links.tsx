import { Mail, MessageCircle } from 'lucide-react';

/** Opens WhatsApp and, where an address of it is given, the mail program with a text that is ready to be sent. */
export function WriteLinks({ whatsApp, mail }: { whatsApp: string; mail: string | null }) {
  return (
    <span className="cluster gap-4">
      <a className="inline-row gap-2 target icons-18" href={whatsApp} target="_blank" rel="noreferrer">
        <MessageCircle />
        WhatsApp
      </a>
      {mail ? (
        <a className="inline-row gap-2 target icons-18" href={mail}>
          <Mail />
          E-mail
        </a>
      ) : null}
    </span>
  );
}
