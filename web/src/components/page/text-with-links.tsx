import { Link } from 'react-router-dom';
import { unbroken } from './unbroken.tsx';

/** A line of text in which `**bold**` and `[words](/address)` stand for what they say. No HTML is read. */
export function TextWithLinks({ text }: { text: string }) {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^()\s]+\))/).map((part, index) => {
    const [, bold] = /^\*\*([^*]+)\*\*$/.exec(part) ?? [];
    if (bold) return <strong key={index}>{unbroken(bold)}</strong>;
    const [, words, address] = /^\[([^\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? [];
    const plain = <span key={index}>{unbroken(part)}</span>;
    if (!words || !address) return plain;
    // A browser reads a backslash as a slash.
    if (/^\/(?![/\\])/.test(address))
      return (
        <Link key={index} to={address}>
          {words}
        </Link>
      );
    // Only these lead elsewhere: what else may stand in an address can run as a script.
    return /^(https?:\/\/|mailto:|tel:)/.test(address) ? (
      <a key={index} href={address}>
        {words}
      </a>
    ) : (
      plain
    );
  });
}
