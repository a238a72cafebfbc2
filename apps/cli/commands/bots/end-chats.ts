import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

export function endChatsCommand(): Command {
  const command = withBot(new Command('end-chats').description('end all running chats of a bot'));

  defineBotAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.endChats({ params: { botId } });
    const text =
      `Chats of ${botId} that started by ${oneLine(json.endedAt)} end within about a minute. ` +
      'Unpublish the bot to prevent new ones.';
    return { json, text };
  });
  return command;
}
