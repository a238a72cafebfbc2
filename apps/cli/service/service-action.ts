import type { Command } from 'commander';
import { failureText, toFailure } from '#apps/cli/failure.ts';
import { type CommandResult, defineCommandAction } from '#apps/terminal/command-action.ts';
import { connect, type Service } from './connection.ts';

/** Adds `--json`, an action and error output to a `bots` command that does not call the service. */
export function defineLocalAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options) => Promise<CommandResult>,
): void {
  defineCommandAction(command, run, formatFailure);
}

/** Like `defineLocalAction`, but for commands that call the service. Also adds `--profile`. */
export function defineAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options, service: Service) => Promise<CommandResult>,
): void {
  defineLocalAction<Arguments, Options & { profile?: string }>(
    command.option(
      '--profile <name>',
      'profile stored by bots login, or local for the server running from this checkout',
    ),
    async (args, options) => run(args, options, await connect(options.profile)),
  );
}

function formatFailure(error: unknown, isJson: boolean): string {
  return isJson ? JSON.stringify({ error: toFailure(error) }) : failureText(error);
}
