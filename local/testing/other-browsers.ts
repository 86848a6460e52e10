import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { startChild } from '../stack/child-process.ts';
import { acceptsConnections, freePorts } from '../stack/shop-ports.ts';
import { pathsOf } from './browser.ts';

/** A browser that is not Chromium, with one window of the size of a phone. */
type OtherBrowser = {
  /** Sends a command of WebDriver. @throws Error with the browser's reason */
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  /** What it has printed; Firefox prints the errors of the pages too. */
  output(): string;
  stop(): Promise<void>;
};

type Command = keyof typeof commands;
type Parameters = Record<string, unknown>;

/** The commands of W3C WebDriver that a journey needs: by their names in Firefox, and as requests. */
const commands = {
  NewSession: 'POST /session',
  SetWindowRect: 'POST /session/:session/window/rect',
  Navigate: 'POST /session/:session/url',
  ExecuteScript: 'POST /session/:session/execute/sync',
  ElementClick: 'POST /session/:session/element/:id/click',
  ElementSendKeys: 'POST /session/:session/element/:id/value',
  TakeScreenshot: 'GET /session/:session/screenshot',
};

/** What each browser needs on this machine, and its packages in Debian. */
export const otherBrowsers = {
  Firefox: { programs: [firefoxProgram()], packages: 'firefox-esr', start: startFirefox },
  // The engine of Safari.
  WebKit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: 'webkit2gtk-driver xvfb', start: startWebKit },
};

/** Debian has the release that is kept for a year, others the latest. */
function firefoxProgram(): string {
  return pathsOf('firefox-esr').length > 0 ? 'firefox-esr' : 'firefox';
}

/** Why the browser cannot be tried here, or null. */
export function whyMissing(name: keyof typeof otherBrowsers): string | null {
  const { programs, packages } = otherBrowsers[name];
  if (programs.every((program) => pathsOf(program).length > 0)) return null;
  return `${name} is not installed here: apt-get install ${packages}`;
}

/** Firefox understands the commands without a driver, over a socket, as `<length>:<JSON>`. */
async function startFirefox(folder: string): Promise<OtherBrowser> {
  const profile = join(folder, `firefox-${Date.now()}`);
  mkdirSync(join(profile, 'chrome'), { recursive: true });
  const settings = {
    'marionette.port': 0,
    'devtools.console.stdout.content': true,
    'ui.useOverlayScrollbars': 1,
    'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  };
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  // With its toolbars a window is at least 500 pixels wide.
  const withoutToolbars = ':root { min-width: 0 !important; } #navigator-toolbox { display: none; }';
  writeFileSync(join(profile, 'chrome/userChrome.css'), withoutToolbars);

  const firefox = startProgram(
    firefoxProgram(),
    ['--headless', '--marionette', '--profile', profile],
    folder,
  );
  const socket = connect(Number(await firefox.printed(/Listening on port (\d+)/)), '127.0.0.1');
  const replies = framesOf(socket);
  await replies.next();
  return openWindow({
    send: async (command, parameters = {}) => {
      const text = JSON.stringify([0, 1, `WebDriver:${command}`, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      const reply = await replies.next();
      if (reply.done) throw new Error('Firefox has ended.');
      const [, , problem, result] = reply.value as [number, number, Error | null, { value?: unknown }];
      if (problem) throw new Error(problem.message);
      return result.value;
    },
    output: firefox.output,
    stop: firefox.stop,
  });
}

async function* framesOf(socket: Socket): AsyncGenerator<unknown> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) break;
      yield JSON.parse(received.toString('utf8', start, end));
      received = received.subarray(end);
    }
  }
}

async function startWebKit(folder: string): Promise<OtherBrowser> {
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '800x800x24'], folder);
  const display = await screen.printed(/^(\d+)$/m);
  const { site: port } = await freePorts(0);
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], folder, { DISPLAY: `:${display}` });
  await acceptsConnections(port);
  let session = '';
  return openWindow({
    send: async (command, parameters = {}) => {
      const [method, path = ''] = commands[command].split(' ');
      const address = path.replace(':session', session).replace(':id', String(parameters.id));
      const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
        method,
        body: method === 'POST' ? JSON.stringify(parameters) : null,
      });
      const { value } = (await reply.json()) as { value: { sessionId: string; message: string } };
      if (!reply.ok) throw new Error(value.message);
      if (command === 'NewSession') session = value.sessionId;
      return value;
    },
    output: driver.output,
    // The browser ends with its screen.
    stop: async () => {
      await driver.stop();
      await screen.stop();
    },
  });
}

async function openWindow(browser: OtherBrowser): Promise<OtherBrowser> {
  // Without its toolbars a window can be narrower than 447 pixels.
  const args = ['--automation', '--full-screen'];
  await browser.send('NewSession', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  });
  await browser.send('SetWindowRect', { width: 360, height: 740 });
  return browser;
}

/** Starts a program that ends with this process. */
function startProgram(command: string, args: string[], folder: string, env: Record<string, string> = {}) {
  const logFile = join(folder, 'logs', `${command}.log`);
  const child = startChild(command, { command, args, env: { ...process.env, ...env }, logFile });
  let output = '';
  child.onOutput((text) => (output += text));
  return {
    stop: child.stop,
    output: () => output,
    /** What the pattern captures, as soon as that is printed. */
    printed: (pattern: RegExp) =>
      Promise.race([
        child.crashed.then((reason) => Promise.reject(new Error(reason))),
        new Promise<string>((resolve) =>
          child.onOutput(() => {
            const [, captured] = pattern.exec(output) ?? [];
            if (captured !== undefined) resolve(captured);
          }),
        ),
      ]),
  };
}
