export function refusalOfFileName(file: string): string | null;
