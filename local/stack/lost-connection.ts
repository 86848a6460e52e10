/**
 * Whether an error that nobody caught is only about a connection to Postgres, which came or went with it: the driver still
 * writes to one that has just been cut, or opens one while Postgres is not there. The query has failed by then, and said
 * so itself, so this is no reason to end the shop.
 */
export function isLostConnection(error: Error, postgresPort: number): boolean {
  const { port } = error as { port?: number };
  return port === postgresPort || /[\\/]postgres[\\/]src[\\/]connection\.js/.test(error.stack ?? '');
}
