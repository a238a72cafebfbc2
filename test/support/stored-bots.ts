import { type Item, queryAll } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { TABLE } from '#lib/store/table.ts';

/** What the index lists of a workspace's bots. Embedded databases keep it up to date at once. */
export function readBotItems(workspaceId: string): Promise<Item[]> {
  const { gsi1pk } = indexKeys.botOfWorkspace(workspaceId, 'any-time', 'any-bot');
  return queryAll({
    indexName: TABLE.index.name,
    keyCondition: 'gsi1pk = :bots',
    values: { ':bots': gsi1pk },
  });
}

/** Everything that the table holds of one bot: its draft, its parts, what is published, the releases. */
export function listItems(botId: string): Promise<Item[]> {
  return queryAll({ keyCondition: 'pk = :pk', values: { ':pk': keys.draft(botId).pk } });
}
