/** What one field of a behaviour does, its value in good health, and what else it may be. */
export type Switch = {
  label: string;
  good: string | number | boolean;
  choices?: readonly string[];
  min?: number;
  max?: number;
};

type Switches = Record<string, Switch>;

/** How a sandbox with these switches treats a transaction. */
export type Behaviour<Table extends Switches> = { [Name in keyof Table]: Table[Name]['good'] };

export const flag = (label: string, good = false) => ({ label, good });
export const number = (label: string, max: number, good = 0, min = 0) => ({ label, good, min, max });
export const choice = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
) => ({
  label,
  good: choices[0] as Choices[number],
  choices,
});

/** Everything that can go wrong with a sandbox. */
export type FaultTable<Treatment> = {
  switches: ReadonlyArray<[name: string, Switch]>;
  /** A sandbox without faults. */
  good: Treatment;
};

export function faultTable<const Table extends Switches>(table: Table): FaultTable<Behaviour<Table>> {
  const switches = Object.entries(table);
  const good = Object.fromEntries(switches.map(([name, one]) => [name, one.good])) as Behaviour<Table>;
  return { switches, good };
}

/** The fields of a behaviour that somebody sent, or a sentence about the first one that is wrong. */
export function readBehaviour<Treatment>(
  { switches }: FaultTable<Treatment>,
  sent: unknown,
): Partial<Treatment> | string {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'A behaviour is an object';
  const known = new Map(switches);
  for (const [name, value] of Object.entries(sent)) {
    const one = known.get(name);
    if (one === undefined) return `${name} is not a behaviour`;
    const wrong = refusalOf(one, value);
    if (wrong !== null) return `${name} must be ${wrong}`;
  }
  return sent as Partial<Treatment>;
}

function refusalOf({ good, choices, min = 0, max = 0 }: Switch, value: unknown): string | null {
  if (typeof good === 'boolean') return typeof value === 'boolean' ? null : 'true or false';
  if (typeof good === 'number') {
    const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return fits ? null : `a whole number from ${min} to ${max}`;
  }
  if (choices) return choices.includes(value as string) ? null : `one of ${choices.join(', ')}`;
  return typeof value === 'string' && /^[\x20-\x7e]{0,20}$/.test(value) ? null : 'at most 20 characters';
}
