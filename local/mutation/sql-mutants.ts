/** One small, deliberate defect in the database: applied on a copy, it must make a test fail. */
export type SqlMutant = {
  /** What it changes: a function, a table's trigger, policy or right. */
  target: string;
  /** Line in the target's definition, from 1; 0 for what has no lines. */
  line: number;
  /** The change in one line: `< → <=`. */
  change: string;
  /** The statement that applies it. */
  sql: string;
};

/** A function as `pg_get_functiondef` gives it. */
export type SqlFunction = { name: string; language: string; definition: string };

type Edit = { start: number; end: number; text: string };

/** Every mutant of a function: turned conditions, moved bounds, other constants, removed statements and locks. */
export function mutantsOf({ name, language, definition }: SqlFunction): SqlMutant[] {
  const bodyStart = definition.indexOf('$function$') + '$function$'.length;
  const code = maskTextAndComments(definition, bodyStart);
  const edits = [
    ...swaps.flatMap(([pattern, replacement]) => editsOf(code, bodyStart, pattern, replacement)),
    ...equalities(code, bodyStart),
    ...conjunctions(code, bodyStart),
    ...numbers(code, definition, bodyStart),
    ...(language === 'plpgsql' ? statements(code, bodyStart) : []),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  return edits.map(({ start, end, text }) => ({
    target: name,
    line: definition.slice(0, start).split('\n').length,
    change: `${oneLine(definition.slice(start, end))} → ${text.trim() === '' ? '(removed)' : oneLine(text)}`,
    sql: definition.slice(0, start) + text + definition.slice(end),
  }));
}

/** Whole-word or operator swaps; each alternative is one mutant. */
const swaps: [RegExp, string][] = [
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/\bis distinct from\b/gi, 'is not distinct from'],
  [/\bis not distinct from\b/gi, 'is distinct from'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bnot exists\b/gi, 'exists'],
  [/(?<!\bnot )(?<!\bif )\bexists\b(?=\s*\()/gi, 'not exists'],
  [/\bnot found\b/gi, 'found'],
  [/(?<=\sif )found\b/gi, 'not found'],
  [/(?<=\s)\+(?=\s)/g, '-'],
  [/\bleast\(/gi, 'greatest('],
  [/\bgreatest\(/gi, 'least('],
  [/\bfor update( skip locked)?\b/gi, ''],
  [/\bdistinct(?=\s+(on\b|[a-z_]+\.))/gi, ''],
  [/(?<=[\s(,])true(?=[\s),;])/gi, 'false'],
  [/(?<=[\s(,])false(?=[\s),;])/gi, 'true'],
  [/\bdesc\b/gi, 'asc'],
];

function editsOf(code: string, from: number, pattern: RegExp, text: string): Edit[] {
  return [...code.matchAll(pattern)]
    .filter((match) => match.index >= from)
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text }));
}

/** `=` compares after a condition's keyword and assigns after `set`; only the comparisons are turned. */
function equalities(code: string, from: number): Edit[] {
  return editsOf(code, from, /(?<=[^:<>!]\s)=(?=\s)/g, '<>').filter(({ start }) => {
    const keywords = code
      .slice(0, start)
      .match(/\b(set|where|and|or|on|when|if|elsif|not|having|select)\b|[,;]/gi);
    return /^(where|and|or|on|when|if|elsif|not|having|select)$/i.test(keywords?.at(-1) ?? '');
  });
}

/** `and` and `or` change places, except the `and` of a `between`. */
function conjunctions(code: string, from: number): Edit[] {
  const ands = editsOf(code, from, /(?<=\s)and(?=\s)/gi, 'or').filter(
    ({ start }) => !/\bbetween\s+\S+(\s*-\s*\S+)?\s+$/i.test(code.slice(0, start)),
  );
  return [...ands, ...editsOf(code, from, /(?<=\s)or(?=\s)/gi, 'and')];
}

/** A whole number or the number of an interval becomes one more. */
function numbers(code: string, definition: string, from: number): Edit[] {
  // `select 1` in an `exists` says nothing.
  const whole = [...code.matchAll(/(?<=[\s(,])(?<!\b(?:select|perform)\s)\d+(?=[\s),;])/gi)];
  const intervals = [...definition.matchAll(/(?<=\binterval ')\d+/g)];
  return [...whole, ...intervals]
    .filter((match) => match.index >= from)
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: String(Number(match[0]) + 1),
    }));
}

/** A statement that checks, refuses or writes is left out. */
function statements(code: string, from: number): Edit[] {
  return [...code.matchAll(/(?<=^[ \t]*)(perform|raise|insert|update|delete)\b[^;]*;/gim)]
    .filter((match) => match.index >= from)
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text: 'null;' }));
}

/** The same text with comments and the insides of strings as spaces, so that positions stay. */
function maskTextAndComments(definition: string, from: number): string {
  const body = definition.slice(from);
  return (
    definition.slice(0, from) +
    body.replace(/--[^\n]*|'(?:[^']|'')*'/g, (found) => found.replace(/[^\n']/g, ' '))
  );
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
