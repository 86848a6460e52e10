import { resolve } from 'node:path';
import ts from 'typescript';

/** JSON that was really sent, and the type that promises its shape: `SqlReplies["place_order"]`. */
export type Sample = { type: string; reply: unknown };

/** A file name beside the functions' shared parts, so that their types are imported as the functions import them. */
const sampleFile = resolve('supabase/functions/_shared/reply-samples.ts');

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** The compiler's own libraries and the contract, read once. */
const readFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * What differs between replies and their types, as messages of the compiler: an extra key, one that is missing, a
 * null or a word that the type does not allow. The contract's types are the only description of a reply, so the
 * compiler reads each reply as a literal of its type.
 * @param imports how the types are imported, as written in a file of `supabase/functions/_shared`
 */
export function differences(imports: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(
    ({ type, reply }, i) => `export const sample${i}: ${type} = ${JSON.stringify(reply)};`,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const text = [imports, ...lines].join('\n');
  host.getSourceFile = (name, ...rest) => {
    if (resolve(name) === sampleFile) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
    if (!readFiles.has(name)) readFiles.set(name, getSourceFile.call(host, name, ...rest));
    return readFiles.get(name);
  };
  const program = ts.createProgram([sampleFile], options, host);
  const source = program.getSourceFile(sampleFile);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ start = 0, messageText }) => {
      const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
      const sample = samples[line - 1];
      const sent = line === 0 ? '' : ` at ${text.slice(start, start + 60)}`;
      return `${sample?.type ?? imports}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}${sent}`;
    },
  );
}
