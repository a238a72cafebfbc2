import { execFile } from 'node:child_process';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedDatabase } from '#apps/local/database/embedded-database.ts';
import { createTableInput } from '#lib/platform/store/table.ts';

it('npm run deploy leaves the stream of an existing table alone, and says which setting keeps it', async () => {
  const database = await startEmbeddedDatabase();
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example' };
  const client = new DynamoDBClient({ endpoint: database.endpoint, region: 'eu-central-1', credentials });
  onTestFinished(async () => {
    client.destroy();
    await database.stop();
  });
  await client.send(
    new CreateTableCommand({
      ...createTableInput('bots-old'),
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );

  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    // Everything else that CDK might call fails at once.
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  };
  const args = ['infra/deploy.ts', '-c', 'bots:stage=old', '--require-approval', 'never'];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, _, stderr) => resolve({ code: error?.code, stderr }));
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /The stream of the table bots-old has NEW_IMAGE, and .*set bots:tableStream=new-image\..*\n$/,
  );
}, 300_000);
