import { expect, it } from 'vitest';
import { transact } from '#lib/platform/store/dynamodb.ts';
import { statsWrite } from '#lib/results/analytics/stats-store.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { CHAT } from './scale-model.ts';

type Consumed = {
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
};

type Written = { Put?: { Item: { pk: string } }; Update?: { Key: { pk: string } } };

/** Capacity consumed by one request, and the partitions that it writes to. */
type Request = { partitions: string[]; tableUnits: number; indexUnits: number };

/** Write units for a bot's counters in a turn that is counted. */
async function counterUnits(botId: string): Promise<number> {
  const write = statsWrite(botId, { views: 1 }, new Date());
  if (!write) throw new Error('A view is counted');
  return (await measureConsumption(() => transact([write]))).writeUnits;
}

describeApi('The chat of the model of scale', (api) => {
  it.runIf(api.canInjectFaults)('consumes what the model says', async () => {
    const questions = Array.from({ length: CHAT.replies }, (_, index) => index);
    const { id: botId, publicId } = await publishedBot(
      api,
      chatBot(
        [
          {
            id: 'ask',
            blocks: questions.map((index) => ({
              id: `i${index}`,
              type: 'text input',
              options: { variableId: `v${index}` },
            })),
          },
        ],
        { variables: questions.map((index) => ({ id: `v${index}`, name: `Answer ${index}` })) },
      ),
    );
    // Caches the release and whether the bot's chats have ended, as for all later chats.
    await reply(api, (await startedChat(api, publicId)).sessionId, 'Yes');

    const reads: Request[] = [];
    const writes: Request[] = [];
    await intercepting(
      async ({ input, command }, send) => {
        const output = await send({ ...input, ReturnConsumedCapacity: 'INDEXES' });
        const consumed = [output.ConsumedCapacity].flat()[0] as Consumed | undefined;
        const items = (input.TransactItems ?? []) as Written[];
        const keys = [
          input.Key as { pk: string } | undefined,
          ...items.map(({ Put, Update }) => Put?.Item ?? Update?.Key),
        ];
        (command === 'GetItemCommand' ? reads : writes).push({
          partitions: keys.flatMap((key) => key?.pk.split('#')[0] ?? []),
          tableUnits: consumed?.Table?.CapacityUnits ?? 0,
          indexUnits: consumed?.GlobalSecondaryIndexes?.gsi1?.CapacityUnits ?? 0,
        });
        return output;
      },
      async () => {
        const { sessionId } = await startedChat(api, publicId);
        for (const _ of questions) await reply(api, sessionId, 'An answer of some forty characters or so');
      },
    );

    const sum = (requests: Request[], units: 'tableUnits' | 'indexUnits') =>
      requests.reduce((total, request) => total + request[units], 0);
    const touching = (requests: Request[], partition: string) =>
      requests.filter(({ partitions }) => partitions.includes(partition));
    const counted = touching(writes, 'STATS');
    expect({
      replies: writes.length - 1,
      tableWriteUnits: sum(writes, 'tableUnits'),
      countedTurnWriteUnits: sum(counted, 'tableUnits'),
      countedTurns: counted.length,
      counterWriteUnits: counted.length * (await counterUnits(botId)),
      indexWriteUnits: sum(writes, 'indexUnits'),
      readUnits: sum(reads, 'tableUnits'),
      claimReadUnits: sum(touching(reads, 'PUBLIC_ID'), 'tableUnits'),
    }).toStrictEqual({
      replies: CHAT.replies,
      tableWriteUnits: CHAT.tableWriteUnits,
      countedTurnWriteUnits: CHAT.countedTurnWriteUnits,
      countedTurns: CHAT.countedTurns,
      counterWriteUnits: CHAT.counterWriteUnits,
      indexWriteUnits: CHAT.indexWriteUnits,
      readUnits: CHAT.readUnits,
      claimReadUnits: CHAT.claimReadUnits,
    });
    // Only counted turns write to the index.
    expect(sum(counted, 'indexUnits')).toBe(CHAT.indexWriteUnits);
  });
});
