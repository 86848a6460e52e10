import { expect, test } from 'vitest';
import { freePorts, type ShopPorts } from './shop-ports.ts';

test('shops that have not opened their ports yet get different ones', async () => {
  const functionCount = 8;
  const shops: ShopPorts[] = [];
  for (let i = 0; i < 100; i += 1) shops.push(await freePorts(functionCount));

  const ports = shops.flatMap(({ functions, ...others }) => [
    ...Object.values(others),
    ...Array.from({ length: functionCount }, (_, i) => functions + i),
  ]);
  expect(new Set(ports).size).toBe(ports.length);
});
