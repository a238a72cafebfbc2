import type * as z from 'zod';
import { type Fields, getFields, getFlag, getList, getNumber, getText } from '#apps/client/loose-fields.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { InputType } from '#lib/blocks/block-type.ts';
import { BLOCK_WORDS } from '#lib/blocks/block-words.ts';
import { getInputType } from '#lib/blocks/input-types.ts';
import type { turnResponse } from '#lib/chat/chat-schema.ts';
import { richTextToMarkdown } from '#lib/engine/rich-text/rich-text-to-markdown.ts';

export type ReceivedTurn = z.output<ReturnType<typeof turnResponse>>;
export type AskedInput = NonNullable<ReceivedTurn['input']>;
export type ChatMessage = ReceivedTurn['messages'][number];

/**
 * Renders a bubble for a terminal: text as Markdown, anything else as its URL. The text is made from rich text:
 * the service's Markdown escapes what respondents typed, but in a terminal nothing reads it.
 */
export function bubbleText({ type, content }: ChatMessage): string {
  if (type === 'text') return severalLines(richTextToMarkdown(getList(content, 'richText')));
  return `[${type}] ${oneLine(getText(content, 'url') ?? '')}`.trimEnd();
}

/** An option of an input. `label` is shown, with a number; `text` and `replyId` are sent. */
export type Option = { label: string; text: string; replyId?: string };

export function getOptions(input: AskedInput): Option[] {
  const type = getInputType(input)?.items;
  if (!type) return [];
  const { label = [], hasButtons } = type;
  const { items = [] } = input;
  return items.flatMap((item) => {
    const [text] = label.flatMap((field) => getText(item, field) ?? []);
    return hasButtons ? toButtons(item, text) : toOption(item, text);
  });
}

function toButtons(card: Fields, title: string | undefined): Option[] {
  return getList(card, 'paths').flatMap((path) => {
    const id = getText(path, 'id');
    if (id === undefined) return [];
    const label = [title, getText(path, 'text') ?? 'Select'].filter(Boolean).join(': ');
    return [{ label: oneLine(label), text: id, replyId: id }];
  });
}

function toOption(item: Fields, content: string | undefined): Option[] {
  const text = getText(item, 'value') ?? content;
  const id = getText(item, 'id');
  if (text === undefined) return [];
  return [{ label: oneLine(content ?? text), text, ...(id !== undefined && { replyId: id }) }];
}

/** Prompt for an input, such as `A number from 1 to 20`. */
export function formatQuestion(input: AskedInput): string {
  const options = getFields(input, 'options');
  const { items, bounds } = getInputType(input) ?? {};
  const { prompt, rangePrompt } = BLOCK_WORDS.get(input.type) ?? {};
  if (items) return isMultiple(input) ? 'Numbers or texts, separated by commas' : 'Number or text';
  if (prompt === undefined)
    return oneLine(getText(getFields(options, 'labels'), 'placeholder') ?? 'Your answer');
  const amount = getText(getFields(input, 'runtimeOptions'), 'amountLabel') ?? '';
  const asked = rangePrompt !== undefined && getFlag(options, 'isRange') ? rangePrompt : prompt;
  return [
    oneLine(asked.replace('{amount}', () => amount)),
    bounds ? formatBounds(options, bounds) : '',
    isSkippable(input) ? ' (empty: none)' : '',
  ].join('');
}

export function isMultiple(input: AskedInput): boolean {
  return getFlag(getFields(input, 'options'), 'isMultipleChoice') ?? false;
}

export function isSkippable(input: AskedInput): boolean {
  const option = getInputType(input)?.requiredOption;
  return option !== undefined && getFlag(getFields(input, 'options'), option) === false;
}

function formatBounds(
  options: Fields | undefined,
  { from, to, standard }: NonNullable<InputType['bounds']>,
): string {
  const min = getNumber(options, from) ?? standard?.from;
  const max = getNumber(options, to) ?? standard?.to;
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return ` from ${min}`;
  return min === undefined ? ` up to ${max}` : ` from ${min} to ${max}`;
}

/** Keeps line breaks, and strips all other control characters. */
function severalLines(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join('\n');
}
