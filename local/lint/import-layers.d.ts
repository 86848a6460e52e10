export function refusalOfImport(file: string, specifier: string, isDynamic?: boolean): string | null;
