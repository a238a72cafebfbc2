import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

export function renameCommand(): Command {
  const command = withBot(new Command('rename').description('give a bot another name')).argument(
    '<name>',
    'new name',
  );

  defineBotAction<[string, string], object>(command, async ([botId, name], _options, { client }) => {
    if (name.trim() === '') throw new Error('The name is empty');
    const json = await client.updateBot({ params: { botId }, body: { bot: { name } } });
    return {
      json,
      text: oneLine(`${json.bot.id} is now called ${json.bot.name}.`),
    };
  });
  return command;
}
