import { TEXT } from '#lib/blocks/bubbles/text.ts';
import { isInputBlock } from '#lib/blocks/input-types.ts';
import { CARDS } from '#lib/blocks/inputs/cards.ts';
import { CHOICE_INPUT } from '#lib/blocks/inputs/choice-input.ts';
import { RATING_INPUT } from '#lib/blocks/inputs/rating-input.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { blockExcerpt, itemExcerpt, type ShownNames } from '#lib/bots/flow/block-excerpt.ts';
import { escapeXml } from '#lib/bots/flow/svg-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/*
 * A picture of what respondents see first, in the colours of the bot's theme. It is drawn without a browser, so the
 * widths of texts are estimates.
 */

const WIDTH = 360;
const HEIGHT = 288;
const MARGIN = 16;
const BUBBLE_LEFT = 48;
const LINE_HEIGHT = 20;
const LETTER_WIDTH = 7.4;
const BOLD_LETTER_WIDTH = 8.3;
const BUTTON_HEIGHT = 36;
const GAP = 7;

const RADII: Readonly<Record<string, number>> = { none: 0, medium: 8, large: 18 };

/** Paints a part of the picture from `y` on, and returns where it ends. */
type Painter = (y: number) => { svg: string; bottom: number };

/** Draws the texts before the first question, and the question, as SVG. What is below is cut off. */
export function drawFirstScreen(flow: BotFlow): string {
  const look = readLook(flow);
  const names: ShownNames = { groupTitles: new Map(), variableNames: new Map() };
  const { texts, question } = findFirstScreen(flow);
  const bubbles = texts.map((block, index) =>
    paintBubble(look, blockExcerpt(block, names), index === texts.length - 1),
  );
  const painters = [...bubbles, ...(question ? paintQuestion(look, question, names) : [])];
  let y = MARGIN;
  const parts = painters.map((paint) => {
    const { svg, bottom } = paint(y);
    y = bottom + GAP;
    return svg;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`,
    ' font-family="system-ui, Helvetica, Arial, sans-serif" font-size="14">',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${look.page}"/>`,
    look.bar && `<rect width="${WIDTH / 6}" height="4" fill="${look.bar}"/>`,
    ...parts,
    '</svg>',
  ].join('');
}

/** Returns the texts of the group where the flow starts, up to its first question. */
function findFirstScreen({ events, edges, groups }: BotFlow): {
  texts: JsonObject[];
  question: JsonObject | undefined;
} {
  const start = events?.find(({ type }) => type === 'start');
  const edge = edges.find(({ id }) => id === start?.outgoingEdgeId);
  const blocks = groups.find(({ id }) => id === edge?.to.groupId)?.blocks.filter(isJsonObject) ?? [];
  const end = blocks.findIndex((block) => isInputBlock(block));
  const shown = end === -1 ? blocks : blocks.slice(0, end);
  return { texts: shown.filter(({ type }) => type === TEXT.type), question: blocks[end] };
}

type Look = {
  page: string;
  bar: string;
  host: string;
  hostText: string;
  button: string;
  buttonText: string;
  line: string;
  radius: number;
  isVertical: boolean;
};

function readLook({ theme }: BotFlow): Look {
  const read = (path: string, standard: string) =>
    escapeXml(toPrimitiveText(getValueAt(theme, path)) || standard);
  const host = read('chat.hostBubbles.backgroundColor', '#f7f8ff');
  return {
    page: read('general.background.content', '#ffffff'),
    bar: read('general.progressBar.color', ''),
    host,
    hostText: read('chat.hostBubbles.color', '#202020'),
    button: read('chat.buttons.backgroundColor', '#0042da'),
    buttonText: read('chat.buttons.color', '#ffffff'),
    line: read('chat.hostBubbles.border.color', host),
    radius: RADII[read('chat.roundness', 'medium')] ?? 0,
    isVertical: read('chat.buttonsInput.layout', 'wrap') === 'vertical',
  };
}

function paintBubble(
  { host, hostText, line, radius, button }: Look,
  text: string,
  hasAvatar: boolean,
): Painter {
  const maxWidth = WIDTH - BUBBLE_LEFT - MARGIN;
  const lines = wrapText(text, Math.floor((maxWidth - 28) / LETTER_WIDTH));
  const longest = Math.max(...lines.map(({ length }) => length));
  const width = lines.length > 1 ? maxWidth : Math.min(maxWidth, longest * LETTER_WIDTH + 32);
  const height = lines.length * LINE_HEIGHT + 18;
  return (y) => ({
    svg: [
      `<rect x="${BUBBLE_LEFT}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${host}" stroke="${line}"/>`,
      ...lines.map((part, index) =>
        paintText(BUBBLE_LEFT + 14, y + 23 + index * LINE_HEIGHT, part, `fill="${hostText}"`),
      ),
      hasAvatar &&
        `<g transform="translate(${MARGIN} ${y + height - 24})"><path d="M2 0h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-4l-4 5v-5H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z" fill="${button}"/><circle cx="6.5" cy="7" r="1.7" fill="#fff"/><circle cx="13.5" cy="7" r="1.7" fill="#fff"/></g>`,
    ]
      .filter(Boolean)
      .join(''),
    bottom: y + height,
  });
}

/** Breaks a text at spaces. */
function wrapText(text: string, letters: number): string[] {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= letters) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

function paintText(x: number, y: number, text: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeXml(text)}</text>`;
}

function paintQuestion(look: Look, question: JsonObject, names: ShownNames): Painter[] {
  const items = Array.isArray(question.items) ? question.items.filter(isJsonObject) : [];
  if (question.type === CHOICE_INPUT.type) {
    return paintButtons(
      look,
      items.map((item) => itemExcerpt(item, names)),
    );
  }
  if (question.type === RATING_INPUT.type) return [paintStars(look)];
  if (question.type === CARDS.type) return [paintCards(look, items)];
  return [paintField(look)];
}

/** Puts as many buttons into a row as fit, as the window does, at the right. */
function paintButtons(look: Look, labels: string[]): Painter[] {
  const full = WIDTH - BUBBLE_LEFT - MARGIN;
  const sizes = labels.map((label) => ({
    label,
    width: look.isVertical ? full : Math.min(full, label.length * BOLD_LETTER_WIDTH + 30),
  }));
  const rows: (typeof sizes)[] = [];
  for (const size of sizes) {
    const row = rows.at(-1);
    const used = row?.reduce((sum, { width }) => sum + width + GAP, 0) ?? Number.POSITIVE_INFINITY;
    if (row && used + size.width <= full) row.push(size);
    else rows.push([size]);
  }
  return rows.map((row) => (y) => {
    let x = WIDTH - MARGIN - row.reduce((sum, { width }) => sum + width, 0) - GAP * (row.length - 1);
    const svg = row.map(({ label, width }) => {
      const left = x;
      x += width + GAP;
      return paintButton(look, { x: left, y, width, label });
    });
    return { svg: svg.join(''), bottom: y + BUTTON_HEIGHT };
  });
}

function paintButton(look: Look, at: { x: number; y: number; width: number; label: string }): string {
  const { x, y, width, label } = at;
  const middle = `text-anchor="middle" font-weight="600" fill="${look.buttonText}"`;
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${BUTTON_HEIGHT}" rx="${look.radius}" fill="${look.button}"/>` +
    paintText(x + width / 2, y + 23, label, middle)
  );
}

const STAR = 'M12 1.5l3.2 6.9 7.3.9-5.4 5.1 1.4 7.4-6.5-3.7-6.5 3.7 1.4-7.4L1.5 9.3l7.3-.9z';

function paintStars({ button }: Look): Painter {
  return (y) => ({
    svg: [0, 1, 2, 3, 4]
      .map(
        (index) =>
          `<path transform="translate(${WIDTH - MARGIN - 228 + index * 48} ${y + 8}) scale(1.3)" d="${STAR}" fill="none" stroke="${button}" stroke-width="1.6"/>`,
      )
      .join(''),
    bottom: y + 44,
  });
}

const CARD_WIDTH = 216;

function paintCards(look: Look, cards: JsonObject[]): Painter {
  return (y) => ({
    svg: cards
      .slice(0, 2)
      .map((card, index) => {
        const x = MARGIN + index * (CARD_WIDTH + 10);
        const [path] = Array.isArray(card.paths) ? card.paths.filter(isJsonObject) : [];
        const lines = wrapText(
          toPrimitiveText(card.description),
          Math.floor((CARD_WIDTH - 24) / LETTER_WIDTH),
        );
        const button = y + 40 + lines.length * LINE_HEIGHT;
        return [
          `<rect x="${x}" y="${y}" width="${CARD_WIDTH}" height="${button + BUTTON_HEIGHT + 10 - y}" rx="${look.radius}" fill="${look.host}" stroke="${look.line}"/>`,
          paintText(x + 12, y + 25, toPrimitiveText(card.title), `font-weight="600" fill="${look.hostText}"`),
          ...lines.map((line, row) =>
            paintText(x + 12, y + 47 + row * LINE_HEIGHT, line, `fill="${look.hostText}"`),
          ),
          paintButton(look, {
            x: x + 10,
            y: button,
            width: CARD_WIDTH - 20,
            label: toPrimitiveText(path?.text),
          }),
        ].join('');
      })
      .join(''),
    bottom: y + 150,
  });
}

function paintField({ host, line, radius, ...look }: Look): Painter {
  const width = WIDTH - BUBBLE_LEFT - MARGIN;
  return (y) => ({
    svg:
      `<rect x="${BUBBLE_LEFT}" y="${y}" width="${width}" height="${BUTTON_HEIGHT + 8}" rx="${radius}" fill="${host}" stroke="${line}"/>` +
      paintButton(
        { host, line, radius, ...look },
        { x: WIDTH - MARGIN - 68, y: y + 4, width: 64, label: 'Send' },
      ),
    bottom: y + BUTTON_HEIGHT + 8,
  });
}
