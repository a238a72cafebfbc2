import type { Command } from 'commander';
import { connect, type Service } from './connection.ts';
import { failureLine, toFailure } from './failure.ts';

/** The result of a command. */
export type CommandResult = {
  /** For programs (`--json`): one document. Absent if the command has written its output itself. */
  json?: unknown;
  /** For people. */
  text: string;
  /** For people too, but not part of the result: goes to stderr. */
  note?: string | undefined;
  /** The command did its work, but what it found is not good: exit code 1. */
  isBad?: boolean;
};

/**
 * Gives a command `--json`. Its result goes to stdout. A failure goes to stderr as one line, with exit code
 * 1.
 */
export function defineLocalAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options) => Promise<CommandResult>,
): void {
  command.option('--json', 'print one JSON document').action(async () => {
    const options = command.opts<Options & { json?: true }>();
    try {
      print(await run(command.processedArgs as Arguments, options), options.json);
    } catch (error) {
      const failure = toFailure(error);
      process.stderr.write(
        options.json ? `${JSON.stringify({ error: failure })}\n` : `error: ${failureLine(failure)}\n`,
      );
      process.exitCode = 1;
    }
  });
}

/** Like `defineLocalAction`, for a command that works on a service, with `--profile`. */
export function defineAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options, service: Service) => Promise<CommandResult>,
): void {
  defineLocalAction<Arguments, Options & { profile?: string }>(
    command.option(
      '--profile <name>',
      'profile of bots login, or local for the server that runs in this folder',
    ),
    async (args, options) => run(args, options, await connect(options.profile)),
  );
}

function print({ json, text, note, isBad }: CommandResult, isJson: true | undefined): void {
  const output = isJson ? (json === undefined ? '' : JSON.stringify(json, null, 2)) : text;
  if (output !== '') process.stdout.write(`${output}\n`);
  if (note && !isJson) process.stderr.write(`${note}\n`);
  if (isBad) process.exitCode = 1;
}
