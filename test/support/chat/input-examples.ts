import type { InputName } from '#lib/blocks/input-types.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** How the respondent replies: with the first or the last choice, or with an invalid reply first. */
export type Manner = 'first choice' | 'last choice' | 'invalid first';

type Asked = { options: JsonObject; item: JsonObject | undefined; manner: Manner };

/** What tests expect of a type of input. */
type InputExample = {
  /** The name that events know it by. */
  shortName: string;
  /** Whether it is prefilled with the value of its variable. */
  isPrefilled: boolean;
  /** A plausible reply, given the input's options and the item to choose. */
  reply(asked: Asked): string;
};

export const INPUT_EXAMPLES: Readonly<Record<InputName, InputExample>> = {
  'text input': {
    shortName: 'text',
    isPrefilled: true,
    reply: ({ manner }) => (manner === 'last choice' ? 'no' : 'Ada Lovelace'),
  },
  'number input': {
    shortName: 'number',
    isPrefilled: true,
    reply: ({ options }) => String(numberWithin(options)),
  },
  'email input': { shortName: 'email', isPrefilled: true, reply: () => 'Ada@Example.com' },
  'url input': { shortName: 'url', isPrefilled: true, reply: () => 'https://example.com/page' },
  'date input': {
    shortName: 'date',
    isPrefilled: true,
    reply: ({ options }) => (options.isRange === true ? '2027-01-10 to 2027-01-20' : '2027-01-10'),
  },
  'time input': { shortName: 'time', isPrefilled: true, reply: () => '10:30' },
  'phone number input': { shortName: 'phone', isPrefilled: true, reply: () => '+33612345678' },
  'choice input': {
    shortName: 'buttons',
    isPrefilled: false,
    reply: ({ item }) => toText(item?.value, item?.content, item?.id),
  },
  'picture choice input': {
    shortName: 'picture choice',
    isPrefilled: false,
    reply: ({ item }) => toText(item?.value, item?.title, item?.pictureSrc, item?.id),
  },
  'payment input': { shortName: 'payment', isPrefilled: false, reply: () => 'Success' },
  'rating input': {
    shortName: 'rating',
    isPrefilled: true,
    reply: ({ options, manner }) =>
      String(manner === 'last choice' ? Number(options.length) || 10 : Number(options.startsAt) || 1),
  },
  'file input': {
    shortName: 'file',
    isPrefilled: true,
    reply: () => 'https://files.example.com/photo.png',
  },
  cards: {
    shortName: 'cards',
    isPrefilled: false,
    reply: ({ item }) => toText(firstPath(item)?.id, item?.title, item?.id),
  },
};

function numberWithin({ min, max }: JsonObject): number {
  const [low, high] = [Number(min ?? 20), Number(max ?? 20)];
  if (min === undefined && max === undefined) return 20;
  return Number.isFinite(low) && min !== undefined ? low : high;
}

function firstPath(item: JsonObject | undefined): JsonObject | undefined {
  return Array.isArray(item?.paths) ? item.paths.find(isJsonObject) : undefined;
}

function toText(...candidates: unknown[]): string {
  return candidates.find((candidate) => typeof candidate === 'string' && candidate !== '')?.toString() ?? '';
}
