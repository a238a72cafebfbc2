import { STREAM_VIEWS } from '../data/stream-view.ts';
import type { StackTemplate } from './assembly.ts';
import type { Deployment } from './deployment.ts';

const PROCEDURE = 'docs/operate.md#change-the-stream-of-the-table';

/**
 * Finds a change of the table's stream. DynamoDB refuses to change the view of an enabled stream, and a new stream would have
 * another ARN and lack what the old one still holds. Compares templates, as CloudFormation does.
 */
export function findStreamConflict({ data }: Deployment): string | undefined {
  const planned = findStream(data.template);
  if (!planned) return undefined;
  const { tableName, viewType } = planned;
  if (viewType === undefined) {
    return `bots:tableStream=none is only for a step in changing the stream of ${tableName}, which deploys the data stack alone: see ${PROCEDURE}.`;
  }
  const deployed = data.deployed && findStream(data.deployed.template)?.viewType;
  if (deployed === undefined || deployed === viewType) return undefined;
  const setting = Object.entries(STREAM_VIEWS).find(([, view]) => view === deployed)?.[0];
  return [
    `The stream of the table ${tableName} has ${deployed}, and this deployment would change it to ${viewType}.`,
    ...(setting === undefined ? [] : [`To keep it, set bots:tableStream=${setting}.`]),
    `To change it, follow ${PROCEDURE}.`,
  ].join(' ');
}

function findStream({ Resources = {} }: StackTemplate) {
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
  if (!table) return undefined;
  const { TableName, StreamSpecification } = (table.Properties ?? {}) as {
    TableName?: string;
    StreamSpecification?: { StreamViewType?: string };
  };
  return { tableName: TableName ?? '', viewType: StreamSpecification?.StreamViewType };
}
