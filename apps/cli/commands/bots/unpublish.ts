import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';

export function unpublishCommand(): Command {
  const command = withBot(new Command('unpublish').description('take a bot off its public address'));

  defineBotAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.unpublishBot({ params: { botId } });
    return { json, text: `${botId} is no longer published. Its releases and its public id are kept.` };
  });
  return command;
}
