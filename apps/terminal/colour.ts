import { styleText } from 'node:util';

/** Meanings of colours. Words say the same, for people who see none. */
const STYLES = {
  good: 'green',
  bad: 'red',
  doubtful: 'yellow',
  quiet: 'dim',
  heading: 'bold',
} as const;

export type Tone = keyof typeof STYLES;

/**
 * Colours text for a terminal. In a pipe or a file, and with NO_COLOR, it stays as it is.
 *
 * @param stream where the text will be written
 */
export function coloured(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(STYLES[tone], text, { stream, validateStream: true });
}
