import { resolve } from 'node:path';
import ts from 'typescript';
import type { JsonSchema } from '../../supabase/functions/_shared/contract/openapi.ts';

/** Converts types to JSON Schema of their serialized values. Named types of one folder are collected in `named`. */
export class TypeSchemas {
  readonly named: Record<string, JsonSchema> = {};
  private readonly checker: ts.TypeChecker;
  private readonly folder: string;

  constructor(checker: ts.TypeChecker, folder: string) {
    this.checker = checker;
    this.folder = folder;
  }

  of(type: ts.Type): JsonSchema {
    const name = this.nameOf(type);
    if (name === null) return this.structureOf(type);
    if (!(name in this.named)) {
      this.named[name] = {};
      this.named[name] = this.structureOf(type);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  private nameOf({ aliasSymbol, aliasTypeArguments }: ts.Type): string | null {
    const file = aliasSymbol?.declarations?.[0]?.getSourceFile().fileName;
    if (!aliasSymbol || aliasTypeArguments || !file || !resolve(file).startsWith(this.folder)) return null;
    return aliasSymbol.name;
  }

  private structureOf(type: ts.Type): JsonSchema {
    if (type.isUnion())
      return this.unionOf(type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)));
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (this.checker.isTupleType(type)) {
      const parts = this.checker.getTypeArguments(type as ts.TypeReference).map((part) => this.of(part));
      return { type: 'array', prefixItems: parts, minItems: parts.length, maxItems: parts.length };
    }
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', ...(item && { items: this.of(item) }) };
    }
    return this.objectOf(type);
  }

  /** Literals become one enum beside the other members. Sorted, because the compiler's order depends on what it read before. */
  private unionOf(types: readonly ts.Type[]): JsonSchema {
    const parts = types
      .map((type) => this.of(type))
      .map((part) => ({ part, text: JSON.stringify(part) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ part }) => part);
    if (parts.length === 1 && parts[0]) return parts[0];
    const literals = parts.flatMap((part) => ('const' in part ? [part.const] : []));
    const others = parts.filter((part) => !('const' in part));
    const isBoolean = literals.includes(true) && literals.includes(false);
    const rest = isBoolean ? literals.filter((literal) => typeof literal !== 'boolean') : literals;
    const choices: JsonSchema[] = [
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...(rest.length > 0 ? [{ enum: rest }] : []),
      ...others,
    ];
    return choices.length === 1 && choices[0] ? choices[0] : { anyOf: choices };
  }

  private objectOf(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const of = this.checker.getTypeOfSymbol(property);
      properties[property.name] = this.of(of);
      const mayBeAbsent =
        property.flags & ts.SymbolFlags.Optional ||
        (of.isUnion() && of.types.some((one) => one.flags & ts.TypeFlags.Undefined));
      if (!mayBeAbsent) required.push(property.name);
    }
    const index = type.getStringIndexType();
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.of(index) }),
    };
  }
}
