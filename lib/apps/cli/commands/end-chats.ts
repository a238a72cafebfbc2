import { Command } from 'commander';
import { defineAction } from '#lib/apps/cli/service-action.ts';

export function endChatsCommand(): Command {
  const command = new Command('end-chats')
    .description('end all chats of a bot that run now')
    .argument('<bot>', 'id of the bot');

  defineAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.endChats({ params: { botId } });
    const text =
      `Chats of ${botId} that began until ${json.endedAt} are over within about a minute. ` +
      'Unpublish the bot to keep new ones from beginning.';
    return { json, text };
  });
  return command;
}
