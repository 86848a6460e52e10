/** Names that say nothing: a file is called after its noun. */
const emptyWords = ['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'service', 'manager'];

/**
 * Why a file may not have this name, or null. The path is below the project, with forward slashes.
 * @param {string} file
 * @returns {string | null}
 */
export function refusalOfFileName(file) {
  const name = file.split('/').at(-1) ?? '';
  const stem = name.replace(/(\.(test|config|d))?\.[a-z]+$/, '');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return 'File names are kebab-case.';
  // "Database types" is a noun of its own; a bare "types" is a room for anything.
  if (stem === 'types' || emptyWords.includes(stem.split('-').at(-1) ?? '')) {
    return `"${stem}" says nothing: name the file after its noun.`;
  }
  const isEntry = /^(supabase\/functions|web\/edge)\/[^/_]+\/index\.ts$/.test(file);
  if (stem === 'index' && !isEntry) return 'No barrels: only an edge function has an index.ts.';
  return null;
}
