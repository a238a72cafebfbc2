import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { toPlainText } from './bubble-text.ts';
import { closingTexts } from './closing-texts.ts';
import { getBlocks } from './flow-blocks.ts';
import type { Result } from './result-schema.ts';
import { variableText } from './variable-text.ts';

export type TranscriptLine = { role: 'bot' | 'user'; type: 'text'; text: string };

/**
 * Reconstructs a run as a conversation from its answers and the flow: each answer is preceded by the text
 * bubbles before its input in the same group, and the last one is followed by the texts that come next in the flow.
 * Variables in bubbles show their final values. An answer to a deleted block stands alone.
 *
 * Yields lazily, so that the caller can stop early: a few kilobytes of bubbles and values can expand to
 * gigabytes.
 *
 * @param maxChars stop filling in a text's variables once it is longer than this
 */
export function* createTranscript(
  { answers, variables }: Pick<Result, 'answers' | 'variables'>,
  flow: Pick<BotFlow, 'groups' | 'edges'>,
  maxChars: number,
): Generator<TranscriptLine> {
  const questions = questionsByInput(flow.groups);
  const values = new Map(variables.map(({ name, value }) => [name, variableText(value)]));
  // Caches filled-in texts, because a run can repeat the same question thousands of times.
  const filled = new Map<string, string>();
  const say = (text: string): TranscriptLine => {
    const shown = filled.get(text) ?? withValues(text, values, maxChars);
    filled.set(text, shown);
    return { role: 'bot', type: 'text', text: shown };
  };
  for (const { blockId, content } of answers) {
    for (const text of questions.get(blockId) ?? []) yield say(text);
    yield { role: 'user', type: 'text', text: content };
  }
  const last = answers.at(-1);
  if (!last) return;
  for (const text of closingTexts(last, flow)) if (text !== '') yield say(text);
}

/** Maps each input's id to the texts of the bubbles between it and the previous input in its group. */
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

/** Replaces each `{{Name}}` with the variable's value. Unknown names are left as is. */
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
