import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  type StreamViewType,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { createTableInput } from '#lib/platform/store/table.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { findStreamConflict, readPlannedStream } from '../../infra/stream-conflict.ts';

let database: EmbeddedDatabase;
let client: DynamoDBClient;
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  client = createClient(database.endpoint);
});
afterAll(async () => {
  client.destroy();
  await database.stop();
});

function createClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}

let tables = 0;
async function createTable(viewType: StreamViewType): Promise<string> {
  const tableName = `bots-t${++tables}`;
  await client.send(
    new CreateTableCommand({
      ...createTableInput(tableName),
      StreamSpecification: { StreamEnabled: true, StreamViewType: viewType },
    }),
  );
  return tableName;
}

it('lets a first deployment create the table', async () => {
  const planned = { tableName: 'bots-absent', viewType: 'NEW_AND_OLD_IMAGES' };
  expect(await findStreamConflict(client, planned)).toBeUndefined();
});

it.each(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE'] as const)('lets a stream with %s stay', async (viewType) => {
  const tableName = await createTable(viewType);
  expect(await findStreamConflict(client, { tableName, viewType })).toBeUndefined();
});

it.each([
  ['NEW_IMAGE', 'NEW_AND_OLD_IMAGES', 'new-image'],
  ['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'new-and-old-images'],
] as const)('refuses to change %s to %s, and names the setting', async (deployed, viewType, setting) => {
  const tableName = await createTable(deployed);
  const conflict = await findStreamConflict(client, { tableName, viewType });
  expect(conflict).toBe(
    `The stream of the table ${tableName} has ${deployed}, and this deployment would change it to ${viewType}. ` +
      `To keep it, set bots:tableStream=${setting}. To change it, follow docs/operate.md#change-the-stream-of-the-table.`,
  );
});

it('names no setting for a stream that none of them makes', async () => {
  const tableName = await createTable('KEYS_ONLY');
  const conflict = await findStreamConflict(client, { tableName, viewType: 'NEW_IMAGE' });
  expect(conflict).toContain('has KEYS_ONLY');
  expect(conflict).not.toContain('bots:tableStream=');
});

it('lets a disabled stream be enabled with other images', async () => {
  const tableName = await createTable('NEW_IMAGE');
  await client.send(
    new UpdateTableCommand({ TableName: tableName, StreamSpecification: { StreamEnabled: false } }),
  );
  expect(await findStreamConflict(client, { tableName, viewType: 'NEW_AND_OLD_IMAGES' })).toBeUndefined();
});

it('refuses to deploy the service without a stream', async () => {
  const conflict = await findStreamConflict(client, { tableName: 'bots-prod', viewType: undefined });
  expect(conflict).toContain('only for the data stack');
});

it('refuses, and names the permission, if it may not look at the table', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const refused = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    refused.destroy();
    server.close();
  });
  const conflict = await findStreamConflict(refused, { tableName: 'bots-prod', viewType: 'NEW_IMAGE' });
  expect(conflict).toMatch(/dynamodb:DescribeTable: AccessDeniedException\.$/);
});

it('reads what is planned from the templates', async () => {
  const assembly = await sharedAssembly();
  expect(readPlannedStream(assembly.folder)).toEqual({
    tableName: 'bots-prod',
    viewType: 'NEW_AND_OLD_IMAGES',
  });
  const complete = await sharedAssembly(EVERY_OPTION);
  expect(readPlannedStream(complete.folder)).toEqual({ tableName: 'bots-qa', viewType: 'NEW_IMAGE' });
}, 120_000);

it('reports templates without the table', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bots-assembly-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'other.template.json'), '{}');
  expect(() => readPlannedStream(folder)).toThrow(/No template in .* has the table/);
});
