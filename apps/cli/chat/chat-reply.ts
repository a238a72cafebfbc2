import type { SentMessage } from '#lib/chat/sent-message.ts';
import { type AskedInput, getOptions, isMultiple, isSkippable, type Option } from './chat-turn-text.ts';

/** Converts a typed line to a message. An option can be chosen by its number. */
export function replyTo(input: AskedInput, line: string): SentMessage {
  if (line === '' && isSkippable(input)) return undefined;
  const options = getOptions(input);
  if (options.length === 0) return { type: 'text', text: line };
  if (isMultiple(input)) {
    const parts = line.split(',').map((part) => chosen(part.trim(), options)?.text ?? part.trim());
    return { type: 'text', text: parts.join(', ') };
  }
  const option = chosen(line.trim(), options);
  if (!option) return { type: 'text', text: line };
  const { text, replyId } = option;
  return { type: 'text', text, ...(replyId !== undefined && { metadata: { replyId } }) };
}

/** An option whose text is the number itself takes precedence over the position in the list. */
function chosen(line: string, options: Option[]): Option | undefined {
  const byText = options.find(({ label, text }) => line === text || line === label);
  return byText ?? (/^\d{1,4}$/.test(line) ? options[Number(line) - 1] : undefined);
}

/**
 * Converts a line piped from a program to a message. The line is a JSON message for the API or plain text. An
 * empty line continues without a reply.
 */
export function messageOfLine(line: string): SentMessage {
  if (line === '') return undefined;
  if (!line.startsWith('{')) return { type: 'text', text: line };
  try {
    const message = JSON.parse(line);
    if (['text', 'audio', 'command'].includes(message?.type)) return message;
  } catch {
    // Plain text that happens to start with a brace.
  }
  return { type: 'text', text: line };
}
