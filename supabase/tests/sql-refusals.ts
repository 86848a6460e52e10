/** What Postgres says when a function of the shop refuses: the code of the error, its word, and the rows it is about. */
export type SqlRefusal = { code: string; message: string; detail?: string };

/** The word of the refusal, such as `out_of_stock`; `done` when nothing was refused. */
export const refusalCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** The whole refusal, null when nothing was refused. */
export const refusalOf = (work: Promise<unknown>): Promise<SqlRefusal | null> =>
  work.then(
    () => null,
    ({ code, message, detail }: SqlRefusal) => ({ code, message, detail }),
  );

/** A refused order: with the `lines` that cannot be sold, or the `order` that is to be continued or replaced. */
export async function refusedOrder(work: Promise<unknown>) {
  const refused = await refusalOf(work);
  if (!refused) return null;
  const { code, message, detail } = refused;
  return {
    code,
    message,
    lines: detail?.startsWith('[') ? (JSON.parse(detail) as object[]) : undefined,
    order: detail?.startsWith('{') ? (JSON.parse(detail) as object) : undefined,
  };
}
