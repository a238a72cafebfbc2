import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from './flow-blocks.ts';
import type { Result } from './result-schema.ts';
import { toPlainText } from './rich-text.ts';
import { variableText } from './variable-text.ts';

export type TranscriptLine = { role: 'bot' | 'user'; type: 'text'; text: string };

/**
 * Rebuilds a run as a conversation from its answers and the flow: each answer follows the text bubbles that
 * lead to its input within its group. Variables in a bubble have their values from the end of the run. An
 * answer to a block that the flow no longer has stands alone.
 *
 * Yields line by line, so that the reader can stop early: a few kilobytes of bubbles and values can make
 * gigabytes of conversation.
 *
 * @param maxChars filling variables into a text stops when it becomes longer than this
 */
export function* createTranscript(
  { answers, variables }: Pick<Result, 'answers' | 'variables'>,
  { groups }: Pick<BotFlow, 'groups'>,
  maxChars: number,
): Generator<TranscriptLine> {
  const questions = questionsByInput(groups);
  const values = new Map(variables.map(({ name, value }) => [name, variableText(value)]));
  // A run can pass the same question thousands of times, with the same values each time.
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

/** Maps the id of each input to the texts of the bubbles between it and the previous input of its group. */
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

/** Replaces each `{{Name}}` with the variable's value. A name that is not a variable of the run stays. */
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
