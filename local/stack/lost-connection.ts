/**
 * Whether an uncaught error is only about a lost connection to Postgres: the driver may write to a connection that was
 * just closed, or open one while Postgres is down. The query itself has been rejected, so the shop need not exit.
 */
export function isLostConnection(error: Error, postgresPort: number): boolean {
  const { port } = error as { port?: number };
  return port === postgresPort || /[\\/]postgres[\\/]src[\\/]connection\.js/.test(error.stack ?? '');
}
