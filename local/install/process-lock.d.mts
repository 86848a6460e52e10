export function takeLock(file: string, onWait?: (holder: number) => void): Promise<() => void>;
