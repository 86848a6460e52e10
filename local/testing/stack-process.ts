import type { ShopPorts } from '../stack/shop-ports.ts';
import type { StackDescription } from '../stack/stack-description.ts';
import { startStack } from '../stack/start-stack.ts';

/**
 * A stack in a process of its own, for who wants to kill it: `tsx local/testing/stack-process.ts <folder> <ports as JSON>`.
 * Prints what it is as one line of JSON when it stands, and ends with 1 when a part of it has ended by itself.
 */
const [dataFolder = '', ports = ''] = process.argv.slice(2);
const { addresses, keys, accounts } = await startStack({
  dataFolder,
  ports: JSON.parse(ports) as ShopPorts,
  build: false,
  onStep: (text) => console.error(text),
  onCrash: (sentence) => {
    console.error(sentence);
    process.exit(1);
  },
});
const description: StackDescription = { addresses, keys, accounts, dataFolder };
console.log(JSON.stringify(description));
