import assert from 'node:assert/strict';
import path from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CdkCommand } from './cdk-command.ts';
import { REGION } from './ministack.ts';

const STAGE = 'stream';
const TABLE = `bots-${STAGE}`;

/**
 * Takes the steps of "Change the stream of the table" in docs/operate.md that CloudFormation carries out, on a data
 * stack of their own.
 *
 * @param folder for the assemblies
 * @throws AssertionError if the table does not have the stream of a step
 */
export async function rehearseStreamChange(cdk: CdkCommand, url: string, folder: string): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: url, region: REGION, credentials });
  const stack = `${TABLE}-data`;
  const toSettings = (tableStream: string) => [
    ...['--context', `bots:stage=${STAGE}`, '--context', 'bots:tableRemoval=destroy'],
    ...['--context', `bots:tableStream=${tableStream}`, '--output', path.join(folder, tableStream)],
  ];
  const deploy = (tableStream: string) =>
    cdk(['deploy', stack, '--exclusively', '--require-approval', 'never', ...toSettings(tableStream)]);
  const describeStream = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    return { viewType: Table?.StreamSpecification?.StreamViewType, arn: Table?.LatestStreamArn };
  };

  try {
    await deploy('new-image');
    const before = await describeStream();
    assert.equal(before.viewType, 'NEW_IMAGE');

    await deploy('none');
    assert.equal((await describeStream()).viewType, undefined);

    await deploy('new-and-old-images');
    const after = await describeStream();
    assert.equal(after.viewType, 'NEW_AND_OLD_IMAGES');
    assert.notEqual(after.arn, before.arn);
    await cdk(['destroy', stack, '--exclusively', '--force', ...toSettings('new-and-old-images')]);
  } finally {
    client.destroy();
  }
}
