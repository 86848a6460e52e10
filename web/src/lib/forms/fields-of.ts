/** What each field of a typed form is given: its value, its problem if that is shown, and what takes what is typed. */
export function fieldsOf<Typed extends Record<string, string>>(
  typed: Typed,
  onTyped: (changed: Partial<Typed>) => void,
  problems: Partial<Record<keyof Typed, string>>,
) {
  return (name: keyof Typed) => ({
    value: typed[name] ?? '',
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onTyped({ [name]: target.value } as Partial<Typed>),
  });
}
