import { type Item, queryAll } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { TABLE } from '#lib/platform/store/table.ts';

/** Reads the index entries of a workspace's bots. The embedded database updates the index immediately. */
export function readBotItems(workspaceId: string): Promise<Item[]> {
  const { gsi1pk } = indexKeys.botOfWorkspace(workspaceId, 'any-time', 'any-bot');
  return queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :bots',
    values: { ':bots': gsi1pk },
  });
}

/** Reads all items of a bot: its draft, parts, published copy and releases. */
export function listItems(botId: string): Promise<Item[]> {
  return queryAll({ keyCondition: 'pk = :pk', values: { ':pk': keys.draft(botId).pk } });
}
