import type { Command } from 'commander';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import type { Service } from './connection.ts';
import { BOT_WORDS, withNamedBot } from './named-bot.ts';
import { defineAction } from './service-action.ts';

/** Adds the bot that a command works on as its first argument. */
export function withBot(command: Command): Command {
  return command.argument('<bot>', BOT_WORDS);
}

/**
 * Like `defineAction`, for commands whose first argument names a bot by id or public id. The action gets its id.
 *
 * @example
 * defineBotAction<[string, string], object>(command, async ([botId, name], _options, { client }) => {
 *   const json = await client.updateBot({ params: { botId }, body: { bot: { name } } });
 *   return { json, text: `${json.bot.id} is now called ${oneLine(json.bot.name)}.` };
 * });
 */
export function defineBotAction<Arguments extends [botId: string, ...unknown[]], Options>(
  command: Command,
  run: (args: Arguments, options: Options, service: Service) => Promise<CommandResult>,
): void {
  defineAction<Arguments, Options>(command, async (args, options, service) => {
    const [named, ...others] = args;
    return await withNamedBot(service, named, (botId) =>
      run([botId, ...others] as unknown as Arguments, options, service),
    );
  });
}
