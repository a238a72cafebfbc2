import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import {
  BLOCK_HEIGHT,
  createLayout,
  EVENT_HEIGHT,
  EVENT_WIDTH,
  type EventBox,
  GROUP_WIDTH,
  type GroupBox,
  ITEM_HEIGHT,
  type Layout,
  type Port,
  type Row,
  TITLE_HEIGHT,
} from './flow-layout.ts';
import { type Line, toLines } from './flow-lines.ts';
import { cutText, escapeXml } from './svg-text.ts';

/** Margin around the picture, wide enough for the ends of dangling edges. */
const MARGIN = 60;

/** Maximum displayed size. Being SVG, the picture stays sharp when enlarged. */
const MAX_SHOWN_PIXELS = 4_000;

const TAG_WIDTH = 76;
/** Number of letters that fit on a line, at the font sizes used below. */
const TITLE_LETTERS = 36;
const TAG_LETTERS = 11;
const EXCERPT_LETTERS = 32;
const ITEM_LETTERS = 40;
const EVENT_LETTERS = 16;

const COLOURS: Record<Row['family'], string> = {
  start: '#374151',
  bubble: '#1d4ed8',
  input: '#c2410c',
  logic: '#6d28d9',
  integration: '#15803d',
  unknown: '#6b7280',
};
const EDGE = '#6b7280';
const JUMP = '#6d28d9';
const DANGLING = '#dc2626';

/**
 * Renders a flow as an SVG document: groups with their blocks, edges with arrow heads, dashed jumps, dangling
 * ends in red, all at the document's own coordinates. Contains no styles or scripts, and all text is escaped.
 * Classes say what each part is, so that a page can give it the colours of its theme.
 *
 * @param name accessible name of the picture
 * @param botId the bot's own id, so that links to it by id are recognised
 */
export function flowPicture(flow: BotFlow, name: string, botId?: string): string {
  const layout = createLayout(flow);
  const lines = toLines(flow, layout, botId);
  const { x, y, width, height } = toFrame(layout);
  const scale = Math.min(1, MAX_SHOWN_PIXELS / Math.max(width, height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"`,
    ` viewBox="${x} ${y} ${width} ${height}" role="img" font-family="Inter, Helvetica, Arial, sans-serif" font-size="12">`,
    `<title>${escapeXml(cutText(name, 200))}</title>`,
    `<defs>${marker('e', EDGE)}${marker('j', JUMP)}${marker('d', DANGLING)}</defs>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" class="background" fill="#f3f4f6"/>`,
    // Drawn behind the boxes, so that no line crosses their text.
    '<g fill="none" stroke-width="1.8">',
    ...lines.map(lineSvg),
    '</g>',
    ...layout.groups.map(groupSvg),
    ...layout.events.map(eventSvg),
    drawHiddenNote(layout, x, y),
    '</svg>',
  ].join('');
}

function toFrame({ groups, events }: Layout): { x: number; y: number; width: number; height: number } {
  const boxes = [
    ...groups.map(({ x, y, height }) => ({ x, y, right: x + GROUP_WIDTH, bottom: y + height })),
    ...events.map(({ x, y }) => ({ x, y, right: x + EVENT_WIDTH, bottom: y + EVENT_HEIGHT })),
  ];
  if (boxes.length === 0) return { x: 0, y: 0, width: GROUP_WIDTH, height: TITLE_HEIGHT };
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b)) - MARGIN;
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b)) + MARGIN;
  const x = least(boxes.map((box) => box.x));
  const y = least(boxes.map((box) => box.y));
  return {
    x,
    y,
    width: most(boxes.map(({ right }) => right)) - x,
    height: most(boxes.map(({ bottom }) => bottom)) - y,
  };
}

function marker(id: string, colour: string): string {
  return (
    `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" ` +
    `markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10z" fill="${colour}"/></marker>`
  );
}

function groupSvg({ id, x, y, height, title, rows, hiddenRows }: GroupBox): string {
  const bottomLine = y + height - ITEM_HEIGHT / 2;
  return [
    `<g data-group-id="${escapeXml(id)}">`,
    `<rect x="${x}" y="${y}" width="${GROUP_WIDTH}" height="${height}" rx="10" class="box" fill="#fff" stroke="#d1d5db"/>`,
    textSvg(
      x + 12,
      y + 23,
      cutText(title, TITLE_LETTERS),
      'font-size="14" font-weight="bold" class="words" fill="#111827"',
    ),
    ...rows.map((row) =>
      row.blockId === undefined ? rowSvg(row, x) : `<g${formatIds(row)}>${rowSvg(row, x)}</g>`,
    ),
    hiddenRows > 0
      ? textSvg(x + 12, bottomLine, `and ${hiddenRows} more`, 'class="note" fill="#6b7280"')
      : '',
    rows.length === 0
      ? textSvg(x + 12, bottomLine, 'empty', 'class="note" fill="#9ca3af" font-style="italic"')
      : '',
    '</g>',
  ].join('');
}

function formatIds({ blockId, itemId, pathId }: Row): string {
  return Object.entries({ block: blockId, item: itemId, path: pathId })
    .map(([name, id]) => (id === undefined ? '' : ` data-${name}-id="${escapeXml(id)}"`))
    .join('');
}

function rowSvg({ kind, y, label, family, excerpt }: Row, x: number): string {
  if (kind === 'item') {
    const box = `<rect x="${x + 20}" y="${y - 10}" width="${GROUP_WIDTH - 28}" height="20" rx="5" class="item" fill="#f9fafb" stroke="#e5e7eb"/>`;
    return (
      box +
      textSvg(x + 28, y + 4, cutText(excerpt, ITEM_LETTERS), 'font-size="11" class="words" fill="#374151"')
    );
  }
  const top = y - BLOCK_HEIGHT / 2 + 4;
  const dashed = family === 'unknown' ? ` stroke="${DANGLING}" stroke-dasharray="3 2"` : '';
  return [
    `<rect x="${x + 8}" y="${top}" width="${TAG_WIDTH}" height="${BLOCK_HEIGHT - 8}" rx="5" fill="${COLOURS[family]}"${dashed}/>`,
    textSvg(
      x + 8 + TAG_WIDTH / 2,
      y + 4,
      cutText(label, TAG_LETTERS),
      'font-size="11" fill="#fff" text-anchor="middle"',
    ),
    textSvg(x + TAG_WIDTH + 16, y + 4, cutText(excerpt, EXCERPT_LETTERS), 'class="words" fill="#1f2937"'),
  ].join('');
}

function eventSvg({ id, x, y, label }: EventBox): string {
  return (
    `<g data-event-id="${escapeXml(id)}">` +
    `<rect x="${x}" y="${y}" width="${EVENT_WIDTH}" height="${EVENT_HEIGHT}" rx="20" fill="${COLOURS.start}"/>` +
    textSvg(
      x + EVENT_WIDTH / 2,
      y + 25,
      cutText(label, EVENT_LETTERS),
      'font-size="14" font-weight="bold" fill="#fff" text-anchor="middle"',
    ) +
    '</g>'
  );
}

function lineSvg(line: Line): string {
  switch (line.kind) {
    case 'edge':
      return `<path d="${curve(line.from, line.to)}" class="edge" data-edge-id="${escapeXml(line.edgeId)}" stroke="${EDGE}" marker-end="url(#e)"/>`;
    case 'jump':
      return `<path d="${curve(line.from, line.to)}" class="jump" data-jump-id="${escapeXml(line.blockId)}" stroke="${JUMP}" stroke-dasharray="5 4" marker-end="url(#j)"/>`;
    case 'dangling-out': {
      const { x, y } = line.from;
      const cross = `M${x + 33} ${y - 5}l10 10m0 -10l-10 10`;
      return `<path d="M${x} ${y}h34${cross}" class="dangling" stroke="${DANGLING}" stroke-width="2.4"/>`;
    }
    case 'dangling-in': {
      const { x, y } = line.to;
      return `<path d="M${x - 44} ${y}h42" class="dangling" stroke="${DANGLING}" stroke-dasharray="4 3" marker-end="url(#d)"/>`;
    }
  }
}

/** Distance between a line and a box that it goes around. */
const CLEARANCE = 24;

/** Smallest gap in which an arrow head is still seen. */
const MIN_GAP = 12;

/** Draws a curve that leaves to the right and arrives from the left. */
function curve(from: Port, to: Port): string {
  const gap = to.x - from.x;
  if (gap < MIN_GAP) return wayRound(from, to);
  // Between groups that are close together, a wider curve would be hidden behind them.
  const reach = Math.round(Math.max(Math.min(CLEARANCE, gap), gap / 2));
  return `M${from.x} ${from.y}C${from.x + reach} ${from.y} ${to.x - reach} ${to.y} ${to.x} ${to.y}`;
}

/**
 * Draws a line that leads back to the left: between the two boxes if there is room, otherwise below them, with
 * rounded corners.
 */
function wayRound(from: Port, to: Port): string {
  const lane = Math.round(laneBetween(from, to));
  const right = from.x + CLEARANCE;
  const left = to.x - CLEARANCE;
  return [
    `M${from.x} ${from.y}`,
    `Q${right} ${from.y} ${right} ${(from.y + lane) / 2}`,
    `Q${right} ${lane} ${Math.max(left, right - CLEARANCE)} ${lane}`,
    `L${Math.min(right, left + CLEARANCE)} ${lane}`,
    `Q${left} ${lane} ${left} ${(to.y + lane) / 2}`,
    `Q${left} ${to.y} ${to.x} ${to.y}`,
  ].join('');
}

function laneBetween(from: Port, to: Port): number {
  if (from.bottom + CLEARANCE <= to.top) return (from.bottom + to.top) / 2;
  if (to.bottom + CLEARANCE <= from.top) return (to.bottom + from.top) / 2;
  return Math.max(from.bottom, to.bottom) + CLEARANCE / 2;
}

function textSvg(x: number, y: number, text: string, attributes: string): string {
  return text === '' ? '' : `<text x="${x}" y="${y}" ${attributes}>${escapeXml(text)}</text>`;
}

function drawHiddenNote({ hiddenGroups }: Layout, x: number, y: number): string {
  return hiddenGroups === 0
    ? ''
    : textSvg(
        x + 20,
        y + 30,
        `${hiddenGroups} more groups are not drawn`,
        'font-size="16" class="note" fill="#6b7280"',
      );
}
