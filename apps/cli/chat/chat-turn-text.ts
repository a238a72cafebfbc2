import type * as z from 'zod';
import { type Fields, getFields, getFlag, getList, toNumber, toText } from '#apps/client/loose-fields.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { turnResponse } from '#lib/chat/chat-schema.ts';
import { richTextToMarkdown } from '#lib/engine/rich-text/rich-text-to-markdown.ts';

export type Turn = z.output<ReturnType<typeof turnResponse>>;
export type ShownInput = NonNullable<Turn['input']>;
export type ChatMessage = Turn['messages'][number];

/**
 * Renders a bubble for a terminal: text as Markdown, anything else as its URL. The text is made from rich text:
 * the service's Markdown escapes what respondents typed, but in a terminal nothing reads it.
 */
export function bubbleText({ type, content }: ChatMessage): string {
  if (type === 'text') return severalLines(richTextToMarkdown(getList(content, 'richText')));
  return `[${type}] ${oneLine(toText(content, 'url') ?? '')}`.trimEnd();
}

/** An option of an input. `label` is shown, with a number; `text` and `replyId` are sent. */
export type Option = { label: string; text: string; replyId?: string };

export function getOptions({ type, items = [] }: ShownInput): Option[] {
  switch (type) {
    case 'choice input':
      return items.flatMap((item) => toOption(item, toText(item, 'content')));
    case 'picture choice input':
      return items.flatMap((item) => toOption(item, toText(item, 'title') ?? toText(item, 'pictureSrc')));
    case 'cards':
      return items.flatMap((card) =>
        getList(card, 'paths').flatMap((path) => {
          const id = toText(path, 'id');
          if (id === undefined) return [];
          const title = toText(card, 'title') ?? toText(card, 'description');
          const label = [title, toText(path, 'text') ?? 'Select'].filter(Boolean).join(': ');
          return [{ label: oneLine(label), text: id, replyId: id }];
        }),
      );
    default:
      return [];
  }
}

function toOption(item: Fields, content: string | undefined): Option[] {
  const text = toText(item, 'value') ?? content;
  const id = toText(item, 'id');
  if (text === undefined) return [];
  return [{ label: oneLine(content ?? text), text, ...(id !== undefined && { replyId: id }) }];
}

/** Prompt for an input, such as `A number from 1 to 20`. */
export function formatQuestion(input: ShownInput): string {
  const options = getFields(input, 'options');
  const placeholder = toText(getFields(options, 'labels'), 'placeholder');
  const amount = toText(getFields(input, 'runtimeOptions'), 'amountLabel') ?? '';
  switch (input.type) {
    case 'choice input':
    case 'picture choice input':
    case 'cards':
      return isMultiple(input) ? 'Numbers or texts, separated by commas' : 'Number or text';
    case 'number input':
      return `A number${formatRange(toNumber(options, 'min'), toNumber(options, 'max'))}`;
    case 'rating input':
      return `A number${formatRange(toNumber(options, 'startsAt') ?? 0, toNumber(options, 'length') ?? 10)}`;
    case 'date input':
      return getFlag(options, 'isRange') ? 'Two dates: 2026-01-30 to 2026-01-31' : 'A date: 2026-01-31';
    case 'time input':
      return 'A time: 14:30';
    case 'email input':
      return 'An e-mail address';
    case 'url input':
      return 'A web address';
    case 'phone number input':
      return 'A phone number, with its country: +33612345678';
    case 'file input':
      return isSkippable(input) ? 'Address of a file (empty: none)' : 'Address of a file';
    case 'payment input':
      return oneLine(`Payment ${amount} (cannot be made here): Success or fail`);
    default:
      return oneLine(placeholder ?? 'Your answer');
  }
}

export function isMultiple(input: ShownInput): boolean {
  return getFlag(getFields(input, 'options'), 'isMultipleChoice') ?? false;
}

export function isSkippable(input: ShownInput): boolean {
  return input.type === 'file input' && getFlag(getFields(input, 'options'), 'isRequired') === false;
}

function formatRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return ` from ${min}`;
  return min === undefined ? ` up to ${max}` : ` from ${min} to ${max}`;
}

/** Keeps line breaks, and strips all other control characters. */
function severalLines(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join('\n');
}
