type Lockfile = {
  packages: Record<
    string,
    { version?: string; optional?: boolean; devOptional?: boolean; peer?: boolean; link?: boolean }
  >;
};

export function isSupportedNode(version: string): boolean;
export function programsOf(platform: string, arch: string): string[];
export function reasonToInstall(state: {
  locked: Lockfile;
  installed: Partial<Lockfile> | null;
  programs: readonly string[];
  exists(path: string): boolean;
}): string | null;
