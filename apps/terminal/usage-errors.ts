import type { Command } from 'commander';
import { coloured } from './colour.ts';
import { printText } from './output.ts';

/** With fewer letters in common, a command of this name is not what was meant. */
const MIN_COMMON_LETTERS = 3;

/** Formats the usage errors of a command and of those below it like all other errors, with better suggestions. */
export function formatUsageErrors(command: Command): Command {
  command.configureOutput({
    writeOut: (text) => printText(text),
    writeErr: (text) => printText(text, process.stderr),
    outputError: (text, write) => write(formatUsageError(text, namesBelow(command))),
  });
  for (const below of command.commands) formatUsageErrors(below);
  return command;
}

/**
 * Adds a suggestion to the error about an unknown command. Commander's own counts letters that differ, and takes
 * `publc` for `pull`; people abbreviate and slip at the end, so a common beginning tells more.
 *
 * @param text error as Commander prints it
 */
export function formatUsageError(text: string, commandNames: string[]): string {
  const [first = '', ...rest] = text.split('\n');
  const typed = /^error: unknown command '(.*)'$/.exec(first)?.[1];
  const nearest = typed === undefined ? [] : withLongestBeginning(typed, commandNames);
  const lines = [first.replace(/^error:/, () => coloured('bad', 'error:', process.stderr))];
  if (nearest.length > 0) lines.push(`(Did you mean ${nearest.join(' or ')}?)`, '');
  else lines.push(...rest);
  return lines.join('\n');
}

function namesBelow(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((below) => below.name());
}

function withLongestBeginning(typed: string, names: string[]): string[] {
  const lengths = names.map((name) => commonLetters(typed, name));
  const longest = Math.max(...lengths);
  return longest < MIN_COMMON_LETTERS ? [] : names.filter((_, index) => lengths[index] === longest);
}

function commonLetters(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
