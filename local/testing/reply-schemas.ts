import { join } from 'node:path';
import ts from 'typescript';
import type { JsonSchema } from '../../supabase/functions/_shared/contract/openapi.ts';
import { contract, endpointsOfContract } from './endpoints-of-contract.ts';
import { TypeSchemas } from './type-schemas.ts';

export const replySchemasFile = 'supabase/functions/api/routes/reply-schemas.ts';

/**
 * Generates `replySchemasFile`: the reply of each endpoint as JSON Schema, from the contract's types. Types do not exist
 * at run time, so the compiler reads them beforehand.
 */
export async function replySchemas(): Promise<string> {
  const endpoints = await endpointsOfContract();
  const files = [...new Set(endpoints.map(({ file }) => file)), join(contract, 'errors.ts')];
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const exportOf = (file: string, name: string) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
    if (!found) throw new Error(`${file} exports no ${name}.`);
    return found;
  };
  const schemas = new TypeSchemas(checker, contract);
  const operations: Record<string, { operationId: string; schema: JsonSchema }> = {};
  for (const { name, file, endpoint } of endpoints) {
    const [, reply] = checker.getTypeOfSymbol(exportOf(file, name)).aliasTypeArguments ?? [];
    if (!reply) throw new Error(`The reply of ${name} has no type.`);
    operations[`${endpoint.method} ${endpoint.path}`] = { operationId: name, schema: schemas.of(reply) };
  }
  schemas.of(checker.getDeclaredTypeOfSymbol(exportOf(join(contract, 'errors.ts'), 'ErrorReply')));
  const lines = (values: Record<string, unknown>) =>
    Object.entries(values)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
      .join('\n');
  return `// Generated from the types of the contract by \`npm run types\`; do not edit.
import type { ReplySchemas } from './openapi-document.ts';

export const replySchemas: ReplySchemas = {
  operations: {
${lines(operations)}
  },
  schemas: {
${lines(schemas.named)}
  },
};
`;
}
