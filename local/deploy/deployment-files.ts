import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The owner's answers, and the names of what was made from them; nothing secret. Also stored in the shop's database. */
type Plan = {
  /** Of the project at Supabase, and of the site. */
  name: string;
  /** e.g. `eu-central-1` */
  region: string;
  ownerEmail: string;
  /** e.g. `www.shop.co.ke`; empty until there is one. */
  domain: string;
  /** Of Supabase's organization and Netlify's account. */
  organization: string;
  account: string;
  /** Set before the project is created: whatever has its name from then on is ours. */
  projectAsked: boolean;
  /** Of the project, 20 letters. */
  ref: string;
  /** Of the site: `<siteName>.netlify.app`. Set before it is created. */
  siteName: string;
  siteId: string;
  /** The id of the first admin's account, chosen before it is created. */
  adminId: string;
  /** Where and for which short code Safaricom has our address of payments to the paybill. */
  paybill: string;
  /** hashOfSecret() of the key of the mail server that sign-in has. */
  mailKey: string;
  /** Of this folder, by chance: two folders do not deploy at once. */
  deployer: string;
};

export type State = Partial<Plan>;

const stateFile = '.deploy.json';
const secretsFile = '.env.production';

/** The two files of a deployment in the project's folder, which git ignores. Each write replaces a whole file or nothing. */
export function deploymentFiles(root: string) {
  const read = (name: string) =>
    existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : null;
  return {
    state: (): State => JSON.parse(read(stateFile) ?? '{}') as State,
    saveState: (state: State) => replace(join(root, stateFile), `${JSON.stringify(state, null, 2)}\n`),
    /** Secrets and optional settings by name; null without the file. */
    secrets: (): Record<string, string> | null => {
      const text = read(secretsFile);
      return text === null ? null : (parseEnv(text) as Record<string, string>);
    },
    /** Adds settings; what the file says already, comments too, stays as it is. */
    addSecrets: (added: Record<string, string>) => {
      const before =
        read(secretsFile) ?? '# Secrets of the shop. Keep a copy in a safe place, never in the repository.\n';
      const lines = Object.entries(added).map(([name, value]) => `${name}='${value}'\n`);
      replace(join(root, secretsFile), before.replace(/([^\n])$/, '$1\n') + lines.join(''));
    },
  };
}

export type DeploymentFiles = ReturnType<typeof deploymentFiles>;

function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  chmodSync(file, 0o600);
}
