import { useState } from 'react';

type Refused = Record<string, { value: string; message: string } | undefined>;

/** The server's messages about form values. Each is shown while its field still has the refused value. */
export function useRefusedValues() {
  const [refused, setRefused] = useState<Refused>({});
  return {
    /** Stores which values were refused, and why. */
    refuse(values: Record<string, string>, messages: Record<string, string>) {
      const entries = Object.entries(messages).map(([name, message]) => [
        name,
        { value: values[name] ?? '', message },
      ]);
      setRefused(Object.fromEntries(entries) as Refused);
    },
    /** The message for a field, while it still has the refused value. */
    messageFor(name: string, value: string): string | undefined {
      const entry = refused[name];
      return entry && entry.value === value ? entry.message : undefined;
    },
  };
}
