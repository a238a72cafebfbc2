import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from './flow-blocks.ts';
import type { Result } from './result-schema.ts';
import { toPlainText } from './rich-text.ts';
import { variableText } from './variable-text.ts';

export type TranscriptLine = { role: 'bot' | 'user'; type: 'text'; text: string };

/**
 * A run as a conversation, made from its answers and the flow: before each answer, the text bubbles that lead to its
 * input within its group. Variables in a bubble have the values that they had at the end of the run. An answer to
 * a block that the flow no longer has stands alone.
 *
 * Line by line, for a few kilobytes of bubbles and values can make gigabytes of conversation: whoever has read enough
 * stops.
 *
 * @param maxChars a text is left unfinished where it has become longer than this
 */
export function* createTranscript(
  { answers, variables }: Pick<Result, 'answers' | 'variables'>,
  { groups }: Pick<BotFlow, 'groups'>,
  maxChars: number,
): Generator<TranscriptLine> {
  const questions = questionsByInput(groups);
  const values = new Map(variables.map(({ name, value }) => [name, variableText(value)]));
  // A run can come by the same question thousands of times; the values are the same each time.
  const filled = new Map<string, string>();
  for (const { blockId, content } of answers) {
    for (const text of questions.get(blockId) ?? []) {
      const shown = filled.get(text) ?? withValues(text, values, maxChars);
      filled.set(text, shown);
      yield { role: 'bot', type: 'text', text: shown };
    }
    yield { role: 'user', type: 'text', text: content };
  }
}

/** By id of an input: the texts of the bubbles between it and the input before it. */
function questionsByInput(groups: BotFlow['groups']): Map<string, string[]> {
  const questions = new Map<string, string[]>();
  for (const group of groups) {
    let texts: string[] = [];
    for (const block of getBlocks(group)) {
      if (block.type === 'text') texts.push(toPlainText(block.content));
      if (!isInputBlock(block)) continue;
      questions.set(
        block.id,
        texts.filter((text) => text !== ''),
      );
      texts = [];
    }
  }
  return questions;
}

/** `{{Name}}` becomes its value; what names no variable of the run stays as it is. */
function withValues(text: string, values: Map<string, string>, maxChars: number): string {
  let filled = '';
  let end = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(/\{\{([^{}]+)\}\}/g)) {
    filled += text.slice(end, index) + (values.get(name) ?? placeholder);
    end = index + placeholder.length;
    if (filled.length > maxChars) return filled;
  }
  return filled + text.slice(end);
}
