import { useState } from 'react';

type Refused = Record<string, { value: string; message: string } | undefined>;

/**
 * The server's messages about what was typed. Each is shown for as long as its field still holds the refused
 * value.
 */
export function useRefusedValues() {
  const [refused, setRefused] = useState<Refused>({});
  return {
    /** Remembers which values were refused, and why. */
    refuse(values: Record<string, string>, messages: Record<string, string>) {
      const entries = Object.entries(messages).map(([name, message]) => [
        name,
        { value: values[name] ?? '', message },
      ]);
      setRefused(Object.fromEntries(entries) as Refused);
    },
    /** The message for a field, while it still holds what was refused. */
    messageFor(name: string, value: string): string | undefined {
      const entry = refused[name];
      return entry && entry.value === value ? entry.message : undefined;
    },
  };
}
