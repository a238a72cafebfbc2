import type { Command } from 'commander';

/** Result of a command. */
export type CommandResult = {
  /** Document to print with `--json`. Absent if the command has already written its output. */
  json?: unknown;
  /** Output without `--json`. */
  text: string;
  /** Remark on stderr, omitted with `--json`. */
  note?: string | undefined;
  /** The command worked but found a problem: exit code 1. */
  isBad?: boolean;
};

/**
 * Adds `--json` and an action to a command. Its result goes to stdout; a failure goes to stderr as one line,
 * with exit code 1.
 *
 * @param formatFailure returns the line without its line break
 */
export function defineCommandAction<Arguments extends unknown[], Options>(
  command: Command,
  run: (args: Arguments, options: Options) => Promise<CommandResult>,
  formatFailure: (error: unknown, isJson: boolean) => string,
): void {
  command.option('--json', 'print one JSON document').action(async () => {
    const options = command.opts<Options & { json?: true }>();
    const isJson = options.json === true;
    try {
      print(await run(command.processedArgs as Arguments, options), isJson);
    } catch (error) {
      process.stderr.write(`${formatFailure(error, isJson)}\n`);
      process.exitCode = 1;
    }
  });
}

function print({ json, text, note, isBad }: CommandResult, isJson: boolean): void {
  const output = isJson ? (json === undefined ? '' : JSON.stringify(json, null, 2)) : text;
  if (output !== '') process.stdout.write(`${output}\n`);
  if (note && !isJson) process.stderr.write(`${note}\n`);
  if (isBad) process.exitCode = 1;
}
