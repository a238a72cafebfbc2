import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { escapeControls } from './escape-controls.ts';

/** Meanings of colours. Words say the same, for people who see none. */
const STYLES = {
  good: 'green',
  bad: 'red',
  doubtful: 'yellow',
  quiet: 'dim',
  heading: 'bold',
} as const;

export type Tone = keyof typeof STYLES;

/** Stands for the escape character of our own colours until they are printed. No server can know it, or colour its text. */
const OWN_ESCAPE = `<${randomUUID()}>`;

/**
 * Colours text for `printText`. In a pipe or a file, and with NO_COLOR, it has no colour.
 *
 * @param stream where the text will be written
 */
export function coloured(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const styled = styleText(STYLES[tone], escapeControls(text), { stream, validateStream: true });
  return styled.replaceAll('\u001b', OWN_ESCAPE);
}

/** Returns text as a terminal may get it: with our own colours, and all other control characters escaped. */
export function toTerminalText(text: string): string {
  return text.split(OWN_ESCAPE).map(escapeControls).join('\u001b');
}
