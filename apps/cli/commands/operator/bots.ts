import { Command } from 'commander';
import { BOT_WORDS } from '#apps/cli/service/named-bot.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { copyBackCommand } from './copy-back.ts';
import { formatErased, pauseWithNotice, requireConsent, withBucket } from './erasure.ts';
import { defineOperatorAction } from './operator-action.ts';

type EraseOptions = { bucket?: string; yes?: true; wait: boolean };

/** `operator bots erase` and `copy-back`. */
export function operatorBotsCommand(): Command {
  return new Command('bots')
    .description('erase bots, or copy them back from a restored table')
    .addCommand(eraseBotCommand())
    .addCommand(copyBackCommand('bot', 'copy back a bot with its releases, public id and results'));
}

function eraseBotCommand(): Command {
  const command = withBucket(
    new Command('erase')
      .description('erase a bot with its releases and results, for good')
      .argument('<bot>', BOT_WORDS)
      .option('--yes', 'do not ask before erasing')
      .option('--no-wait', 'do not wait until its chats have ended everywhere'),
  );

  defineOperatorAction<[string], EraseOptions>(command, async ([named], options, database) => {
    const { eraseBot, findBotToErase } = await import('#apps/operator/erase-bot.ts');
    const bot = await findBotToErase(named);
    await requireConsent(`the bot ${oneLine(bot.name)} (${bot.id})`, database, options);
    const erased = await eraseBot(bot, options.bucket, options.wait ? pauseWithNotice : async () => {});
    return { json: { botId: bot.id, ...erased }, text: formatErased(`bot ${bot.id}`, erased) };
  });
  return command;
}
