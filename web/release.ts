import type { Plugin } from 'vite';

/** At this address a site says which commit it was built from: a deployment waits until its own is there. */
export const releaseFile = 'release.txt';

/** Writes the commit that Netlify builds; `unknown` elsewhere. */
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
