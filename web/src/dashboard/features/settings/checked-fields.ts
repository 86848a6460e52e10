import { type FormField, schemaOfFields } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { validated } from '#lib/forms/validated.ts';

/** The texts of a form that is made from a table as they are stored, or a sentence for each invalid field. */
export const checkedFields = <Fields extends Record<string, FormField>>(
  fields: Fields,
  typed: Record<keyof Fields, string>,
) =>
  validated(
    schemaOfFields(fields),
    Object.fromEntries(
      Object.keys(fields).map((name) => [
        name,
        fields[name]?.isFigure ? typedFigure(typed[name] ?? '') : typed[name],
      ]),
    ),
  );
