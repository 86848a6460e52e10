import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { markOf } from '../../../local/stack/run-lock.ts';
import { freePorts, type ShopPorts } from '../../../local/stack/shop-ports.ts';
import type { StackDescription } from '../../../local/stack/stack-description.ts';

/** A part that can be killed: the database server, one of its connections, a function, or the process of them all. */
export type Victim =
  | 'Postgres'
  | 'a connection of Postgres'
  | 'the whole stack'
  | 'the whole stack while Postgres recovers'
  | `function ${string}`;

/** A whole shop of its own, that writes durably and is killed with -9 and started again on the same folder. */
export class KillableStack {
  readonly folder: string;
  private readonly ports: ShopPorts;
  private process: ChildProcess | null = null;
  private ended: Promise<void> = Promise.resolve();

  private constructor(folder: string, ports: ShopPorts) {
    this.folder = folder;
    this.ports = ports;
  }

  static async create(): Promise<KillableStack> {
    const folder = mkdtempSync(join(tmpdir(), 'shop-killed-'));
    // Postgres refuses to run as root and takes another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    const functionCount = readdirSync('supabase/functions').filter((name) => !name.startsWith('_')).length;
    return new KillableStack(folder, await freePorts(functionCount));
  }

  /** @throws Error with what the stack said when it does not start */
  async start(): Promise<StackDescription> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'local/testing/stack-process.ts', this.folder, JSON.stringify(this.ports)],
      // It stops when its standard input ends.
      { stdio: 'pipe' },
    );
    this.process = child;
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-3000)));
    child.stderr.pipe(createWriteStream(join(this.folder, 'stack.log'), { flags: 'a' }));
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.ended = exit;
    const line = await Promise.race([
      new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
      exit.then(() => {
        throw new Error(`The stack did not start:\n${said}`);
      }),
    ]);
    return JSON.parse(line) as StackDescription;
  }

  /**
   * Kills a part with -9. The whole comes down when a part is gone, and this waits until it has: `closed`. Only of a
   * connection Postgres itself takes care, so the shop may stay `open`; under load the API's driver may still fall.
   */
  async kill(victim: Victim): Promise<'open' | 'closed'> {
    if (victim === 'the whole stack while Postgres recovers') {
      const whole = this.idOf('the whole stack');
      process.kill(this.idOf('a connection of Postgres'), 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (isAlive(whole)) process.kill(whole, 'SIGKILL');
    } else {
      process.kill(this.idOf(victim), 'SIGKILL');
    }
    const closed = this.ended.then(() => 'closed' as const);
    return victim === 'a connection of Postgres' ? Promise.race([closed, this.answersAgain()]) : closed;
  }

  private async answersAgain(): Promise<'open'> {
    for (let waited = 0; waited < 20_000; waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      // It takes a look into the database to know that there is no such thing.
      const answer = await fetch(`http://127.0.0.1:${this.ports.site}/api/products/no-such-thing`).catch(
        () => null,
      );
      await answer?.body?.cancel();
      if (answer?.status === 404) return 'open';
    }
    // The other promise of the race tells of a shop that has closed.
    return this.process?.exitCode === null
      ? Promise.reject(new Error('The shop is open and does not answer.'))
      : new Promise(() => {});
  }

  async remove(): Promise<void> {
    this.process?.kill('SIGTERM');
    await this.ended;
    // Its children end with it, but not before it.
    for (let waited = 0; waited < 10_000 && this.children().some(({ pid }) => isAlive(pid)); waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private idOf(victim: Victim): number {
    const whole = this.process?.pid;
    if (victim === 'the whole stack' && whole) return whole;
    const children = this.children();
    const postgres = children.find(({ command }) => command.includes('/bin/postgres'))?.pid;
    if (victim === 'Postgres' && postgres) return postgres;
    if (victim === 'a connection of Postgres' && postgres) return connectionOf(postgres);
    const name = victim.replace('function ', '');
    const found = children.find(({ command }) => command.endsWith(`/${name}.js`))?.pid;
    if (!found) throw new Error(`${victim} is not among ${JSON.stringify(children)}`);
    return found;
  }

  private children(): { pid: number; command: string }[] {
    const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return lines
      .filter((line) => line.includes(markOf(this.folder)))
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim() }));
  }
}

/** The process behind a connection that works for the shop. */
function connectionOf(postgres: number): number {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postgres)], { encoding: 'utf8' });
  const found = lines.split('\n').find((line) => /127\.0\.0\.1\(\d+\)/.test(line));
  if (!found) throw new Error(`No connection among\n${lines}`);
  return Number.parseInt(found, 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
