import type { Plugin } from 'vite';

/** The path of a file with the commit that the site was built from: a deployment waits for it. */
export const releaseFile = 'release.txt';

/** Writes the commit of a Netlify build; `unknown` elsewhere. */
export function writeRelease(): Plugin {
  return {
    name: 'write-release',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      const source = `${process.env.COMMIT_REF ?? 'unknown'}\n`;
      this.emitFile({ type: 'asset', fileName: releaseFile, source });
    },
  };
}
