export const hostedDeno: string | null;
export function hasHostedDeno(): boolean;
export function installHostedDeno(): void;
