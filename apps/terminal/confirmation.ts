import { createInterface } from 'node:readline/promises';
import { escapeControls } from './escape-controls.ts';

/**
 * Asks for confirmation.
 *
 * @param what is lost without it, for the message: `delete the garbage`
 * @throws Error if stdin is not a terminal
 */
export async function askToConfirm(question: string, what: string): Promise<boolean> {
  requireTerminal(`--yes to ${what}`);
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
}

/**
 * Asks to type one of these texts, for what no habit should confirm.
 *
 * @param instead option that confirms without a terminal, for the message: `--confirm <id>`
 * @throws Error if stdin is not a terminal
 */
export async function askToConfirmByTyping(
  question: string,
  accepted: string[],
  instead: string,
): Promise<boolean> {
  requireTerminal(instead);
  const typed = await ask(question);
  return typed !== '' && accepted.includes(typed);
}

function requireTerminal(option: string): void {
  if (!process.stdin.isTTY) throw new Error(`No terminal to ask for confirmation: add ${option}`);
}

/** Returns the line that was typed. Empty after Ctrl-C or Ctrl-D. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(escapeControls(question)), closed])).trim();
  } finally {
    terminal.close();
  }
}
