import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { STREAM_VIEWS } from './data/stream-view.ts';

/** The table and the view of its stream as the synthesised template has them. */
export type PlannedStream = { tableName: string; viewType: string | undefined };

const PROCEDURE = 'docs/operate.md#change-the-stream-of-the-table';

/**
 * Says why CloudFormation must not deploy the planned stream: DynamoDB refuses to change the view of an enabled stream, and a
 * new stream would have another ARN and lack what the old one still holds.
 *
 * @returns undefined if the table does not exist yet, has no stream, or has the planned one
 */
export async function findStreamConflict(
  client: DynamoDBClient,
  { tableName, viewType }: PlannedStream,
): Promise<string | undefined> {
  if (viewType === undefined) {
    return `bots:tableStream=none is a step in changing the stream of ${tableName}, and only for the data stack: see ${PROCEDURE}.`;
  }
  const deployed = await readDeployedView(client, tableName).catch((error: Error) => error);
  if (deployed instanceof Error) {
    return `The stream of the table ${tableName} cannot be compared with the planned one, for which the credentials need dynamodb:DescribeTable: ${deployed.name}.`;
  }
  if (deployed === undefined || deployed === viewType) return undefined;
  const setting = Object.entries(STREAM_VIEWS).find(([, view]) => view === deployed)?.[0];
  return [
    `The stream of the table ${tableName} has ${deployed}, and this deployment would change it to ${viewType}.`,
    ...(setting === undefined ? [] : [`To keep it, set bots:tableStream=${setting}.`]),
    `To change it, follow ${PROCEDURE}.`,
  ].join(' ');
}

async function readDeployedView(client: DynamoDBClient, tableName: string): Promise<string | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    // A disabled stream can still be read for a day, but no longer has a specification.
    return Table?.StreamSpecification?.StreamEnabled ? Table.StreamSpecification.StreamViewType : undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/**
 * Reads the planned stream from a cloud assembly.
 *
 * @param folder output of `cdk synth`
 * @throws Error if no template in it has the table
 */
export function readPlannedStream(folder: string): PlannedStream {
  type Resource = {
    Type: string;
    Properties?: { TableName?: string; StreamSpecification?: { StreamViewType: string } };
  };
  for (const name of globSync('*.template.json', { cwd: folder })) {
    const { Resources = {} } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const table = Object.values<Resource>(Resources).find(
      ({ Type }) => Type === 'AWS::DynamoDB::GlobalTable',
    );
    const { TableName: tableName, StreamSpecification } = table?.Properties ?? {};
    if (tableName !== undefined) return { tableName, viewType: StreamSpecification?.StreamViewType };
  }
  throw new Error(`No template in ${folder} has the table`);
}
