import { type Item, queryAll } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { TABLE } from '#lib/store/table.ts';

/** The index entries of a workspace's bots. Embedded databases update the index at once. */
export function readBotItems(workspaceId: string): Promise<Item[]> {
  const { gsi1pk } = indexKeys.botOfWorkspace(workspaceId, 'any-time', 'any-bot');
  return queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :bots',
    values: { ':bots': gsi1pk },
  });
}

/** Every item of one bot in the table: its draft, its parts, its published copy, its releases. */
export function listItems(botId: string): Promise<Item[]> {
  return queryAll({ keyCondition: 'pk = :pk', values: { ':pk': keys.draft(botId).pk } });
}
