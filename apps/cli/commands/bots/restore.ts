import { Command } from 'commander';
import { defineBotAction } from '#apps/cli/service/bot-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';

export function restoreBotCommand(): Command {
  const command = new Command('restore')
    .description('bring an archived bot back, unpublished and without a public id')
    .argument('<bot>', 'id of the bot, as shown by bots list --archived');

  defineBotAction<[string], object>(command, async ([botId], _options, { client }) => {
    const json = await client.restoreBot({ params: { botId } });
    return {
      json,
      text: `${oneLine(`${json.bot.name} (${json.bot.id})`)} is on the list again. To publish it: bots publish ${quoteWord(json.bot.id)}`,
    };
  });
  return command;
}
