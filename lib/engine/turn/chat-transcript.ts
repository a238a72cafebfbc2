import type { Message } from '#lib/engine/model/chat-protocol.ts';
import type { TranscriptEntry } from '#lib/engine/model/chat-state.ts';
import { richTextToMarkdown } from '#lib/engine/rich-text/rich-text-to-markdown.ts';

export type Transcript = { entries: TranscriptEntry[] };

/**
 * Maximum characters of a transcript; the oldest texts are dropped first. Without a limit, a bot that shows
 * its own transcript would double it every turn.
 */
const MAX_TRANSCRIPT_CHARS = 20_000;

/** Formats the conversation as text, for Set variable blocks that pass it to a prompt. */
export function transcriptText(transcript: Transcript | undefined): string {
  return (transcript?.entries ?? [])
    .map(({ role, text }) => `${role === 'bot' ? 'Assistant' : 'User'}: "${text}"`)
    .join('\n\n');
}

export function transcriptReplies(transcript: Transcript | undefined): string[] {
  return (transcript?.entries ?? []).flatMap(({ role, text }) => (role === 'user' ? [text] : []));
}

export function remember(transcript: Transcript | undefined, entry: TranscriptEntry): void {
  if (!transcript || entry.text === '') return;
  transcript.entries.push({ ...entry, text: entry.text.slice(0, MAX_TRANSCRIPT_CHARS) });
  let chars = transcript.entries.reduce((sum, { text }) => sum + text.length, 0);
  while (chars > MAX_TRANSCRIPT_CHARS) chars -= transcript.entries.shift()?.text.length ?? chars;
}

/** Returns a text message as Markdown, and any other message as its URL. */
export function messageText({ type, content }: Message): string {
  if (type !== 'text') return typeof content.url === 'string' ? content.url : '';
  if (typeof content.markdown === 'string') return content.markdown;
  return Array.isArray(content.richText) ? richTextToMarkdown(content.richText) : '';
}
