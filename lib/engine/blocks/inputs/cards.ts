import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalEnum, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { Reply } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { findDisplayedItems, showWithItems } from './displayed-items.ts';
import { toListedCards } from './listed-cards.ts';

const savedField = once(() =>
  z.object({
    field: optionalEnum(['Image URL', 'Title', 'Description', 'Button', 'Internal Value']),
    variableId: optionalText,
  }),
);

export const cardsOptions = once(() =>
  z.object({ variableId: optionalText, saveResponseMapping: lenientList(savedField()) }),
);

const cardPath = once(() => z.object({ id: z.string(), text: optionalText, outgoingEdgeId: optionalText }));

export const cardItem = once(() =>
  z.object({
    id: z.string(),
    imageUrl: optionalText,
    title: optionalText,
    description: optionalText,
    paths: lenientList(cardPath()),
    options: z.object({ internalValue: optionalText }).optional().catch(undefined),
  }),
);

type Card = z.output<ReturnType<typeof cardItem>>;
type Path = z.output<ReturnType<typeof cardPath>>;

/** Accepts a click on one of a card's buttons. The card's fields can be stored in variables. */
export const cardsBlock: InputModule = {
  kind: 'input',
  type: 'cards',
  shortName: 'cards',
  show(block, context) {
    const items = findDisplayedItems(
      block,
      ({ options }) => (isJsonObject(options) ? options.displayCondition : undefined),
      context,
    );
    return showWithItems(block, toListedCards(items, context) ?? context.renderAll(items), context);
  },
  read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const chosen = findChosen(reply, lenientList(cardItem()).parse(shown.items));
    if (!chosen) return { status: 'refused' };
    const { card, path } = chosen;
    // Deviation: for a card without title and picture, the answer is its description or its button's label.
    const content = card.title || card.imageUrl || card.description || path?.text;
    if (!content) return { status: 'refused' };
    const assignments = readOptions(cardsOptions(), shown.options).saveResponseMapping.flatMap(
      ({ field, variableId }) => {
        const value = field && getFields(card, path)[field];
        return value && variableId !== undefined ? [{ variableId, value }] : [];
      },
    );
    const outgoingEdgeId = path?.outgoingEdgeId;
    return {
      status: 'accepted',
      content,
      itemId: card.id,
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

/** Finds the clicked button by id, or else a card by title, along with its first button. */
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
