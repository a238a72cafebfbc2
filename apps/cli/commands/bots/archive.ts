import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';

export function archiveCommand(): Command {
  const command = withBot(
    new Command('archive').description(
      'archive a bot: it leaves the list and its public address, which other bots may then use',
    ),
  ).option('--yes', 'do not ask before archiving');

  defineBotAction<[string], { yes?: true }>(command, async ([botId], { yes }, { client }) => {
    if (!yes) {
      const { bot } = await client.getBot({ params: { botId } });
      const loses = bot.publicId === null ? '' : ` It loses its public id ${oneLine(bot.publicId)}.`;
      const question = `Archive ${oneLine(bot.name)} (${botId})?${loses}`;
      if (!(await askToConfirm(question, 'archive it'))) throw new Error('Nothing was archived');
    }
    const json = await client.deleteBot({ params: { botId } });
    return { json, text: `Archived ${botId}. To bring it back: bots restore ${quoteWord(botId)}` };
  });
  return command;
}
