import { describe, expect, it } from 'vitest';
import { type Box, openAt, type Viewport } from '#apps/console/bot/viewport.ts';

const PHONE = { width: 390, height: 585 };
const DESKTOP = { width: 1_040, height: 759 };

/** A flow that is too large to be read as a whole. */
const WHOLE: Box = { x: -100, y: -100, width: 9_000, height: 4_000 };
const EVENT: Box = { x: 0, y: 0, width: 130, height: 40 };

/** Returns where a box is shown, in pixels of the window. */
function toPixels({ x, y, width, height }: Box, view: Viewport, window: typeof PHONE): Box {
  return {
    x: (x - view.x) * view.scale + window.width / 2,
    y: (y - view.y) * view.scale + window.height / 2,
    width: width * view.scale,
    height: height * view.scale,
  };
}

function isInside({ x, y, width, height }: Box, window: typeof PHONE): boolean {
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height;
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s, a large flow opens', (_, window) => {
  it.each([
    ['beside the event', { x: 250, y: 30, width: 300, height: 160 }],
    ['below the event', { x: 0, y: 200, width: 300, height: 160 }],
    ['above the event', { x: 300, y: -250, width: 300, height: 160 }],
    ['before the event', { x: -380, y: 20, width: 300, height: 160 }],
  ])('with the start event and the first group in view: %s', (_, group) => {
    const view = openAt(WHOLE, [EVENT, group], window);
    for (const box of [EVENT, group]) expect(isInside(toPixels(box, view, window), window)).toBe(true);
    expect(view.scale).toBeGreaterThanOrEqual(0.4);
  });

  it('with the beginning of a first group that is long', () => {
    const group = { x: 250, y: 0, width: 300, height: 3_000 };
    const view = openAt(WHOLE, [EVENT, group], window);
    const { x, y } = toPixels(group, view, window);
    expect([isInside(toPixels(EVENT, view, window), window), x > 0, y > 0]).toEqual([true, true, true]);
  });

  it('with the start event alone in view, if the first group is far away', () => {
    const view = openAt(WHOLE, [EVENT, { x: 8_000, y: 0, width: 300, height: 160 }], window);
    expect(isInside(toPixels(EVENT, view, window), window)).toBe(true);
    expect(view.scale).toBe(0.9);
  });

  it('with the first group in view, if there is no event', () => {
    const group = { x: 5_000, y: 3_000, width: 300, height: 160 };
    const view = openAt(WHOLE, [group], window);
    expect(isInside(toPixels(group, view, window), window)).toBe(true);
    expect(view.scale).toBe(0.9);
  });
});

it('a flow that can be read as a whole opens as a whole', () => {
  const small = { x: 0, y: 0, width: 1_200, height: 500 };
  const view = openAt(small, [EVENT], DESKTOP);
  expect(isInside(toPixels(small, view, DESKTOP), DESKTOP)).toBe(true);
});
