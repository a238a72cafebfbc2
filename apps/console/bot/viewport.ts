/** Part of a picture that is shown: its middle in the picture's units, and pixels per unit. */
export type Viewport = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };
export type Box = Size & { x: number; y: number };

const MIN_SCALE = 0.02;
const MAX_SCALE = 3;
/** Larger than this, a small flow would look like a poster. */
const MAX_FIT_SCALE = 1;
/** Smaller than this, nobody can read a flow's texts. */
const MIN_READABLE_SCALE = 0.4;
/** Small enough to see the neighbours, large enough to read. */
const READING_SCALE = 0.9;
const MARGIN_PX = 24;
/** Leaves room for the search field above the first group. */
const START_TOP_PX = 72;
/** Title and four blocks of the first group, in the picture's units. */
const MAX_START_HEIGHT = 160;

/** Shows the whole box. */
export function fitTo(box: Box, window: Size): Viewport {
  const scale = Math.min(
    MAX_FIT_SCALE,
    Math.max(window.width - 2 * MARGIN_PX, 1) / box.width,
    Math.max(window.height - 2 * MARGIN_PX, 1) / box.height,
  );
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, scale: limit(scale) };
}

/**
 * Shows the whole box if that can be read, and otherwise the part where the flow begins.
 *
 * @param starts boxes of the start event, if there is one, and of the first group. If they do not fit
 *   together, only the first is shown
 */
export function openAt(box: Box, starts: readonly Box[], window: Size): Viewport {
  const whole = fitTo(box, window);
  const [first] = starts;
  if (!first || whole.scale >= MIN_READABLE_SCALE) return whole;
  const all = getOuterBox(starts.map(cutBottom));
  const scale = Math.min(
    READING_SCALE,
    (window.width - 2 * MARGIN_PX) / all.width,
    (window.height - START_TOP_PX - MARGIN_PX) / all.height,
  );
  const isReadable = scale >= MIN_READABLE_SCALE;
  const shown = isReadable ? { part: all, scale } : { part: first, scale: READING_SCALE };
  return {
    x: shown.part.x + shown.part.width / 2,
    y: shown.part.y + (window.height / 2 - START_TOP_PX) / shown.scale,
    scale: shown.scale,
  };
}

/** A long group is recognised by its beginning. */
function cutBottom(box: Box): Box {
  return { ...box, height: Math.min(box.height, MAX_START_HEIGHT) };
}

/** Returns the smallest box around several. */
function getOuterBox(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Shows a part so that it can be read, in the middle. What is taller than the window begins at its top. */
export function focusOn(part: Box, window: Size): Viewport {
  const height = Math.min(part.height, (window.height - 2 * MARGIN_PX) / READING_SCALE);
  return { x: part.x + part.width / 2, y: part.y + height / 2, scale: READING_SCALE };
}

/** Moves by pixels of the window. */
export function pan(view: Viewport, dx: number, dy: number): Viewport {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** Enlarges around a point, given in pixels from the middle of the window, which stays where it is. */
export function zoom(
  view: Viewport,
  factor: number,
  at: { x: number; y: number } = { x: 0, y: 0 },
): Viewport {
  const scale = limit(view.scale * factor);
  return {
    x: view.x + at.x / view.scale - at.x / scale,
    y: view.y + at.y / view.scale - at.y / scale,
    scale,
  };
}

/** Returns the `viewBox` that shows it. */
export function toViewBox({ x, y, scale }: Viewport, window: Size): string {
  const width = window.width / scale;
  const height = window.height / scale;
  return [x - width / 2, y - height / 2, width, height].map((value) => value.toFixed(2)).join(' ');
}

function limit(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}
