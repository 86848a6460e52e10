import { join } from 'node:path';

/** While this file is there, functions of a test stack that crash are started again, as a shop does. */
export const mayCrash = (dataFolder: string) => join(dataFolder, 'may-crash');
