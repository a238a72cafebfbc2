import type { Command } from 'commander';
import { printData, printNote, printText } from './output.ts';

/** Result of a command. */
export type CommandResult = {
  /** Document to print with `--json`. Absent if the command has already written its output. */
  json?: unknown;
  /** Output without `--json`. */
  text: string;
  /** Whether the text is a document for programs, which stays as it is in a pipe or a file. */
  isDocument?: true;
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
      await print(await run(command.processedArgs as Arguments, options), isJson);
    } catch (error) {
      const line = `${formatFailure(error, isJson)}\n`;
      if (isJson) await printData(line, process.stderr);
      else printText(line, process.stderr);
      process.exitCode = 1;
    }
  });
}

async function print(result: CommandResult, isJson: boolean): Promise<void> {
  const { json, text, isDocument, note, isBad } = result;
  const output = isJson ? (json === undefined ? '' : JSON.stringify(json, null, 2)) : text;
  if (output !== '' && (isJson || isDocument)) await printData(`${output}\n`);
  else if (output !== '') printText(`${output}\n`);
  if (note && !isJson) printNote(note);
  if (isBad) process.exitCode = 1;
}
