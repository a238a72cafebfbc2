import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endpoints, routes } from '#functions/endpoints.ts';
import { withBlockTables } from './block-table.ts';
import { renderBlockOptions } from './blocks/block-options.ts';
import { createBotJsonSchema } from './bot-json-schema.ts';
import { clientOperations } from './client-operations.ts';
import { renderClientTypes } from './client-types.ts';
import { withCredentialKinds } from './credential-kinds-section.ts';
import { withEndpointTable } from './endpoint-table.ts';
import { openapiDocument } from './openapi.ts';

/*
 * `npm run docs`: regenerates what derives from the contracts: documentation, and the client's table and types. A test
 * fails if it is out of date.
 */

const API = new URL('../../docs/api.md', import.meta.url);
const BLOCKS = new URL('../../docs/blocks.md', import.meta.url);
const BLOCK_OPTIONS = new URL('../../docs/block-options.md', import.meta.url);
const BOT_SCHEMA = new URL('../../docs/bot.schema.json', import.meta.url);
const CREDENTIALS = new URL('../../docs/credentials.md', import.meta.url);
const OPENAPI = new URL('../../docs/openapi.json', import.meta.url);
const CLIENT_OPERATIONS = new URL('../client/operations.ts', import.meta.url);
const CLIENT_TYPES = new URL('../client/operation-types.ts', import.meta.url);

const openapi = openapiDocument(routes);
await writeFile(API, withEndpointTable(await readFile(API, 'utf8'), endpoints));
await writeFile(BLOCKS, withBlockTables(await readFile(BLOCKS, 'utf8')));
await writeFile(BLOCK_OPTIONS, renderBlockOptions());
await writeFile(CREDENTIALS, withCredentialKinds(await readFile(CREDENTIALS, 'utf8')));
await writeFile(OPENAPI, formatJson(openapi));
await writeFile(BOT_SCHEMA, formatJson(createBotJsonSchema(openapi)));
await writeFile(CLIENT_OPERATIONS, clientOperations(endpoints));
await writeFile(CLIENT_TYPES, await renderClientTypes(endpoints));

/** Formats a document as Biome formats every other JSON file of the repository. */
function formatJson(document: object): string {
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
  const args = [biome, 'format', `--stdin-file-path=${fileURLToPath(OPENAPI)}`];
  return execFileSync(process.execPath, args, { input: JSON.stringify(document), encoding: 'utf8' });
}
