import type { DrawnConnection } from './editing/editor.ts';

/*
 * Handles in the picture of a flow, from which a connection is dragged to a group or a block: one for each event, block,
 * item and button. They are for pointers only. With the keyboard, forms connect the same parts.
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Radius in the picture's units. */
const RADIUS = 6;
/** The line ends beside the title of a new group. */
const GROUP_TITLE_HEIGHT = 40;

type Point = { x: number; y: number };

/** Adds the handles to a picture that is on screen. */
export function addPorts(picture: SVGSVGElement): () => void {
  const added: SVGElement[] = [];
  const seen = new Set<string>();
  const add = (row: SVGGElement, at: Point) => {
    const key = JSON.stringify(readSource(row));
    // A card has a row of its own, but only its buttons lead anywhere.
    if (seen.has(key)) return;
    seen.add(key);
    const port = document.createElementNS(SVG, 'circle');
    port.setAttribute('class', 'port');
    for (const [name, value] of Object.entries({ cx: at.x, cy: at.y, r: RADIUS })) {
      port.setAttribute(name, String(value));
    }
    row.append(port);
    added.push(port);
  };
  for (const event of picture.querySelectorAll<SVGGElement>('[data-event-id]')) {
    const { x, y, width, height } = event.getBBox();
    add(event, { x: x + width, y: y + height / 2 });
  }
  for (const group of picture.querySelectorAll<SVGGElement>('[data-group-id]')) {
    const box = group.querySelector<SVGRectElement>('.box')?.getBBox();
    if (!box) continue;
    for (const row of group.querySelectorAll<SVGGElement>('[data-block-id]')) {
      const { y, height } = row.getBBox();
      // Inside the box, so that a group beside it does not cover the handle.
      add(row, { x: box.x + box.width - RADIUS, y: y + height / 2 });
    }
  }
  return () => {
    for (const port of added) port.remove();
  };
}

/** A connection that is being dragged. */
export type DraggedConnection = {
  from: DrawnConnection['from'];
  line: SVGPathElement;
  start: Point;
  picture: SVGSVGElement;
};

/** Starts a connection if the element is a handle. */
export function startConnection(target: Element | undefined): DraggedConnection | undefined {
  const port = target?.closest<SVGCircleElement>('.port');
  const row = port?.parentElement as SVGGElement | null | undefined;
  const picture = port?.ownerSVGElement;
  if (!port || !row || !picture) return undefined;
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('class', 'drawn-connection');
  line.setAttribute('fill', 'none');
  picture.append(line);
  const start = { x: port.cx.baseVal.value, y: port.cy.baseVal.value };
  return { from: readSource(row), line, start, picture };
}

/** @param at position of the pointer in the window */
export function drawConnection({ line, start, picture }: DraggedConnection, at: Point): void {
  const matrix = picture.getScreenCTM()?.inverse();
  if (!matrix) return;
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(matrix);
  line.setAttribute('d', `M${start.x} ${start.y}L${x} ${y}`);
}

/** Ends the drag. Returns the connection, unless the pointer is outside of the picture or on an event. */
export function endConnection(
  { from, line, picture }: DraggedConnection,
  at: Point,
): DrawnConnection | undefined {
  line.remove();
  const target = document.elementFromPoint(at.x, at.y);
  const group = target?.closest<SVGGElement>('[data-group-id]');
  const groupId = group?.dataset.groupId;
  if (groupId === undefined) {
    const matrix = picture.getScreenCTM()?.inverse();
    if (!matrix || !picture.contains(target) || target?.closest('[data-event-id]')) return undefined;
    const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(matrix);
    return { from, to: { at: { x: Math.round(x), y: Math.round(y - GROUP_TITLE_HEIGHT / 2) } } };
  }
  const blockId = target?.closest<SVGGElement>('[data-block-id]')?.dataset.blockId;
  const firstId = group?.querySelector<SVGGElement>('[data-block-id]')?.dataset.blockId;
  return { from, to: { groupId, ...(blockId !== undefined && blockId !== firstId && { blockId }) } };
}

function readSource({ dataset }: SVGGElement): DrawnConnection['from'] {
  const { eventId, blockId = '', itemId, pathId } = dataset;
  if (eventId !== undefined) return { eventId };
  return { blockId, ...(itemId !== undefined && { itemId }), ...(pathId !== undefined && { pathId }) };
}
