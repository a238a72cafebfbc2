import { readFile, writeFile } from 'node:fs/promises';
import { readPrices, withCostTable, withStorageCosts } from './cost-tables.ts';

/* Part of `npm run docs`: writes what operations cost into docs/cost.md and docs/storage-schema.md. */

const COST = new URL('../../docs/cost.md', import.meta.url);
const STORAGE = new URL('../../docs/storage-schema.md', import.meta.url);

const cost = await readFile(COST, 'utf8');
await writeFile(COST, withCostTable(cost));
await writeFile(STORAGE, withStorageCosts(await readFile(STORAGE, 'utf8'), readPrices(cost)));
