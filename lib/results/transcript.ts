import { TEXT } from '#lib/blocks/bubbles/text.ts';
import { isInputBlock } from '#lib/blocks/input-types.ts';
import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { toStoredValue } from '#lib/engine/model/variable-value.ts';
import { toPlainText } from './bubble-text.ts';
import { closingTexts, type WalkedFlow } from './closing-texts.ts';
import { type Block, getGroupBlocks } from './flow-blocks.ts';
import { getMergedBot } from './merged-links.ts';
import { findQuestions, type Question, QuestionLookup } from './question-lookup.ts';
import type { Result } from './result-schema.ts';
import { variableText } from './variable-text.ts';

export type TranscriptLine = { role: 'bot' | 'user'; type: 'text'; text: string };

/** The flows that answers belong to, the bot's own first, and those of earlier releases, newest first. */
export type TranscriptFlows = { current: readonly WalkedFlow[]; former: readonly WalkedFlow[] };

/** A text before a question or a link, and the links between the two. */
type LeadText = { text: string; passed: Block[] };

/**
 * Reconstructs a run as a conversation from its answers and the flows: each answer is preceded by the text
 * bubbles before its input in the same group, and the last one is followed by the texts that come next in the flow.
 * Texts before a link to a bot that merges its answers precede the first of those. Variables in bubbles show their
 * final values. An answer to a block that no flow has stands alone.
 *
 * Yields lazily, so that the caller can stop early: a few kilobytes of bubbles and values can expand to
 * gigabytes.
 *
 * @param maxChars stop filling in a text's variables once it is longer than this
 */
export function* createTranscript(
  { answers, variables }: Pick<Result, 'answers' | 'variables'>,
  { current, former }: TranscriptFlows,
  maxChars: number,
): Generator<TranscriptLine> {
  const lookups = [current, former].map((flows) => new QuestionLookup(flows.flatMap(findQuestions)));
  const leads = new Leads();
  // Variables store some typed texts differently.
  const typed = new Map(answers.map(({ content }) => [toStoredValue(content), content]));
  const values = new Map(
    variables.map(({ name, value }) => [name, typed.get(value ?? null) || variableText(value)]),
  );
  // Caches filled-in texts, because a run can repeat the same question thousands of times.
  const filled = new Map<string, string>();
  const say = (text: string): TranscriptLine => {
    const shown = filled.get(text) ?? withValues(text, values, maxChars);
    filled.set(text, shown);
    return { role: 'bot', type: 'text', text: shown };
  };
  const links = new Links();
  /** Where the conversation is: in the last bot, which the others linked to. */
  let path: Position[] = current[0] ? [{ flow: current[0], group: undefined }] : [];
  /** Links whose texts have been shown. */
  const followed = new Set<Block>();
  for (const answer of answers) {
    const [question] = lookups.map((lookup) => lookup.find(answer)).filter((found) => found !== undefined);
    if (question) {
      const { flow, group, block } = question;
      const isInSameBot = path.at(-1)?.flow.botId === flow.botId;
      const link = isInSameBot ? undefined : links.find(path, flow.botId);
      const lead = leads.find(group, block);
      for (const { text, passed } of link ? leads.find(link.group, link.block) : []) {
        if (!passed.some((other) => followed.has(other))) yield say(text);
      }
      if (link) followed.add(link.block);
      for (const { text, passed } of lead) if (!passed.some((other) => followed.has(other))) yield say(text);
      // A loop may come here again.
      for (const { passed } of lead) for (const other of passed) followed.delete(other);
      path = [...path.slice(0, findDepth(path, flow.botId, link)), { flow, group }];
    }
    yield { role: 'user', type: 'text', text: answer.content };
  }
  const last = answers.at(-1);
  const question = last && lookups[0]?.find(last);
  if (!question) return;
  for (const text of closingTexts(last, question.flow, current)) if (text !== '') yield say(text);
}

/** The flow of a bot, and the group of the last answer in it. */
type Position = { flow: WalkedFlow; group: WalkedFlow['groups'][number] | undefined };
type Link = Pick<Question<WalkedFlow>, 'group' | 'block'> & { botId: string };

/** Returns how many of the bots are still there when the conversation goes on in another one. */
function findDepth(path: readonly Position[], botId: string, link: Link | undefined): number {
  const own = path.findIndex(({ flow }) => flow.botId === botId);
  if (own !== -1) return own;
  return link ? path.findIndex(({ flow }) => flow.botId === link.botId) + 1 : path.length;
}

/** Finds links to other bots. */
class Links {
  readonly #byBots = new Map<string, Link[]>();

  /** Finds the link to a bot in the innermost flow: the one in the group of the last answer, or else the only one. */
  find(path: readonly Position[], botId: string): Link | undefined {
    if (path.some(({ flow }) => flow.botId === botId)) return undefined;
    for (const { flow, group } of path.toReversed()) {
      const links = this.#readLinks(flow, botId);
      const link =
        links.find((other) => other.group === group) ?? (links.length === 1 ? links[0] : undefined);
      if (link) return link;
    }
    return undefined;
  }

  #readLinks(flow: WalkedFlow, botId: string): Link[] {
    const key = JSON.stringify([flow.botId, botId]);
    const links =
      this.#byBots.get(key) ??
      flow.groups.flatMap((group) =>
        getGroupBlocks(group)
          .filter((block) => getMergedBot(block, flow.version) === botId)
          .map((block) => ({ group, block, botId: flow.botId })),
      );
    this.#byBots.set(key, links);
    return links;
  }
}

/** Finds the texts that come before a block, after the input before it in its group. */
class Leads {
  readonly #byBlock = new Map<Block, LeadText[]>();

  find(group: WalkedFlow['groups'][number], block: Block): readonly LeadText[] {
    if (!this.#byBlock.has(block)) this.#readGroup(group);
    return this.#byBlock.get(block) ?? [];
  }

  #readGroup(group: WalkedFlow['groups'][number]): void {
    let texts: LeadText[] = [];
    for (const block of getGroupBlocks(group)) {
      if (block.type === TEXT.type) {
        const text = toPlainText(block.content);
        if (text !== '') texts.push({ text, passed: [] });
      }
      if (block.type === BOT_LINK.type) {
        this.#byBlock.set(
          block,
          texts.map(({ text, passed }) => ({ text, passed: [...passed] })),
        );
        for (const { passed } of texts) passed.push(block);
      }
      if (!isInputBlock(block)) continue;
      this.#byBlock.set(block, texts);
      texts = [];
    }
  }
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
