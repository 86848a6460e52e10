export function takeLock(file: string, onWait?: (holder: number) => void): Promise<() => void>;
export function isAlive(pid: number): boolean;
