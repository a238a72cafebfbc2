import { Command } from 'commander';
import { defineAction } from '#lib/apps/cli/service-action.ts';

export function endChatsCommand(): Command {
  const command = new Command('end-chats')
    .description('end all running chats of a bot')
    .argument('<bot>', 'id of the bot');

  defineAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.endChats({ params: { botId } });
    const text =
      `Chats of ${botId} that started by ${json.endedAt} end within about a minute. ` +
      'Unpublish the bot to prevent new ones.';
    return { json, text };
  });
  return command;
}
