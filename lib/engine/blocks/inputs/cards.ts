import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { listOf, optionalEnum, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { displayedItems, shownWithItems } from './displayed-items.ts';
import { listedCards } from './listed-cards.ts';

const savedField = z.object({
  field: optionalEnum(['Image URL', 'Title', 'Description', 'Button', 'Internal Value']),
  variableId: optionalText,
});

export const cardsOptions = z.object({ variableId: optionalText, saveResponseMapping: listOf(savedField) });

const path = z.object({ id: z.string(), text: optionalText, outgoingEdgeId: optionalText });

const cardItem = z.object({
  id: z.string(),
  imageUrl: optionalText,
  title: optionalText,
  description: optionalText,
  paths: listOf(path),
  options: z.object({ internalValue: optionalText }).optional().catch(undefined),
});

type Card = z.output<typeof cardItem>;
type Path = z.output<typeof path>;

/** Accepts a button of one of its cards, and can store what the card shows in variables. */
export const cardsBlock: InputModule = {
  kind: 'input',
  type: 'cards',
  shortName: 'cards',
  show(block, context) {
    const items = displayedItems(
      block,
      ({ options }) => (isJsonObject(options) ? options.displayCondition : undefined),
      context,
    );
    return shownWithItems(block, listedCards(items, context) ?? context.renderAll(items), context);
  },
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const chosen = findChosen(reply, listOf(cardItem).parse(shown.items));
    if (!chosen) return { status: 'refused' };
    const { card, path } = chosen;
    // Deviation: the answer for a card without a title and a picture is its description or its button.
    const content = card.title || card.imageUrl || card.description || path?.text;
    if (!content) return { status: 'refused' };
    const assignments = readOptions(cardsOptions, shown.options).saveResponseMapping.flatMap(
      ({ field, variableId }) => {
        const value = field && getFields(card, path)[field];
        return value && variableId !== undefined ? [{ variableId, value }] : [];
      },
    );
    const outgoingEdgeId = path?.outgoingEdgeId;
    return {
      status: 'accepted',
      content,
      ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
      ...(assignments.length > 0 && { assignments }),
    };
  },
};

function getFields(card: Card, path: Path | undefined) {
  return {
    'Image URL': card.imageUrl,
    Title: card.title,
    Description: card.description,
    Button: path?.text,
    'Internal Value': card.options?.internalValue,
  };
}

/** The button that was clicked, by its id. Otherwise the card with that title, and its first button. */
function findChosen(
  { text, metadata }: Extract<Reply, { type: 'text' }>,
  cards: readonly Card[],
): { card: Card; path: Path | undefined } | undefined {
  const paths = cards.flatMap((card) => card.paths.map((path) => ({ card, path })));
  const title = text.trim().toLowerCase();
  const titled = cards.find((card) => card.title !== undefined && card.title.trim().toLowerCase() === title);
  return (
    paths.find(({ path }) => path.id === metadata?.replyId) ??
    paths.find(({ path }) => path.id === text) ??
    (titled && title !== '' ? { card: titled, path: titled.paths[0] } : undefined)
  );
}
