import { readFile, writeFile } from 'node:fs/promises';
import { endpoints } from '#lib/endpoints.ts';
import { withEndpointTable } from './endpoint-table.ts';
import { openapiDocument } from './openapi.ts';

/*
 * `npm run docs`: writes the parts of the documentation that come from the contracts. A test checks that it
 * has been run.
 */

const README = new URL('../../../README.md', import.meta.url);
const OPENAPI = new URL('../../../docs/openapi.json', import.meta.url);

await writeFile(README, withEndpointTable(await readFile(README, 'utf8'), endpoints));
await writeFile(OPENAPI, `${JSON.stringify(openapiDocument(endpoints), null, 2)}\n`);
