import { Command } from 'commander';
import { defineAction } from '#lib/apps/cli/service-action.ts';

export function unpublishCommand(): Command {
  const command = new Command('unpublish')
    .description('take a bot off its public address')
    .argument('<bot>', 'id of the bot');

  defineAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.unpublishBot({ params: { botId } });
    return { json, text: `${botId} is no longer published. Its releases and its public id are kept.` };
  });
  return command;
}
