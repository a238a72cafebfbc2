import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import {
  addPorts,
  type DraggedConnection,
  drawConnection,
  endConnection,
  startConnection,
} from './connection-ports.ts';
import type { DrawnConnection } from './editing/editor.ts';
import type { FlowStart } from './find-start.ts';
import { markTakenPath } from './mark-taken-path.ts';
import { toSafeSvg } from './safe-svg.ts';
import type { TakenPath } from './taken-path.ts';
import {
  type Box,
  fitTo,
  focusOn,
  openAt,
  pan,
  type Size,
  toViewBox,
  type Viewport,
  zoom,
} from './viewport.ts';

const ZOOM_STEP = 1.25;
const PAN_STEP_PX = 80;
/** Turns the distance of a wheel into a factor. */
const WHEEL_ZOOM = 0.01;

/** A press that moves less is a click. */
const CLICK_PX = 4;
/** Distance by which a key moves a group, in the picture's units. */
const GROUP_STEP = 20;

/** A part of the flow that a person has clicked. */
export type PicturePart = { groupId?: string; blockId?: string; eventId?: string };

export type ShownGroup = {
  groupId: string;
  /** How often a group was chosen so far. */
  choices: number;
};

export type FlowPictureProps = {
  /** SVG of the API. */
  svg: string;
  name: string;
  /** Group to mark, and to show again whenever this is another object. */
  shown: ShownGroup | undefined;
  /** Where conversations begin. */
  start: FlowStart;
  /** Ids of the groups with errors. */
  failing: ReadonlySet<string>;
  /** The way that a chat with the draft took. Absent: none is shown. */
  path?: TakenPath | undefined;
  /** Opens a part that was clicked, or the marked group with Enter. Absent: nothing can be opened. */
  onOpen?: ((part: PicturePart) => void) | undefined;
  /** Moves a group, in the picture's units. Absent: groups stay where they are. */
  onMoveGroup?: ((groupId: string, dx: number, dy: number) => void) | undefined;
  /** Connects parts, as a person has dragged from one to the other. Absent: connections stay as they are. */
  onConnect?: ((connection: DrawnConnection) => void) | undefined;
};

type PartActions = Pick<FlowPictureProps, 'onOpen' | 'onMoveGroup' | 'onConnect'>;

/**
 * The picture of a flow. In the editor, a click opens a part, a mouse drags groups and a finger the marked one, and a handle at the
 * right of a part is dragged to where the part leads, or to where a new group goes. Otherwise dragging, two fingers, a wheel or the arrow keys move it; pinching, a wheel with Ctrl, and
 * `+` and `-` enlarge it; `0` shows all of it.
 */
export function FlowPicture(props: FlowPictureProps) {
  const { svg, name, shown, start, failing, path, onOpen, onMoveGroup, onConnect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const picture = useMemo(() => toSafeSvg(svg), [svg]);
  const whole = useMemo(() => boxOf(picture), [picture]);
  const [size, setSize] = useState<Size>();
  const [view, setView] = useState<Viewport>();

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    for (const name of ['width', 'height']) picture.setAttribute(name, '100%');
    picture.setAttribute('aria-hidden', 'true');
    element.prepend(picture);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      picture.remove();
    };
  }, [picture]);

  // The first view is where the flow begins, or all of it; a new size keeps what is in the middle.
  useEffect(() => {
    if (!size || size.width === 0) return;
    setView((before) => before ?? openAt(whole, findStartBoxes(picture, start), size));
  }, [size, whole, picture, start]);

  useLayoutEffect(() => {
    if (view && size) picture.setAttribute('viewBox', toViewBox(view, size));
  }, [view, size, picture]);

  // A new size does not move the view, so it is not a dependency.
  const latestSize = useRef<Size>();
  latestSize.current = size;
  const hasSize = size !== undefined;
  const focusedChoice = useRef(shown ? undefined : 0);
  useEffect(() => {
    const group = shown && findGroup(picture, shown.groupId);
    for (const marked of picture.querySelectorAll('.chosen')) marked.classList.remove('chosen');
    if (!group || !hasSize || !latestSize.current) return;
    group.classList.add('chosen');
    // A picture that was drawn again, and a click in it, leave the view where it is.
    if (focusedChoice.current === shown.choices) return;
    focusedChoice.current = shown.choices;
    setView(focusOn(getBox(group), latestSize.current));
  }, [shown, picture, hasSize]);

  useEffect(() => {
    for (const group of picture.querySelectorAll<SVGGElement>('[data-group-id]')) {
      group.classList.toggle('failing', failing.has(group.dataset.groupId ?? ''));
    }
  }, [failing, picture]);

  useEffect(() => markTakenPath(picture, path), [path, picture]);

  const hasPorts = onConnect !== undefined;
  useEffect(() => (hasPorts ? addPorts(picture) : undefined), [picture, hasPorts]);

  const latestParts = useRef<PartActions>({});
  latestParts.current = { onOpen, onMoveGroup, onConnect };
  usePointers(frame, setView, latestParts);
  const change = (to: (view: Viewport) => Viewport) => setView((before) => before && to(before));
  const fitAll = () => size && setView(fitTo(whole, size));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== frame.current || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const [x, y] = GROUP_MOVES[event.key] ?? [];
      if (!shown || !onMoveGroup || x === undefined || y === undefined) return;
      event.preventDefault();
      onMoveGroup(shown.groupId, x * GROUP_STEP, y * GROUP_STEP);
      return;
    }
    const moves: Record<string, () => void> = {
      ArrowLeft: () => change((before) => pan(before, PAN_STEP_PX, 0)),
      ArrowRight: () => change((before) => pan(before, -PAN_STEP_PX, 0)),
      ArrowUp: () => change((before) => pan(before, 0, PAN_STEP_PX)),
      ArrowDown: () => change((before) => pan(before, 0, -PAN_STEP_PX)),
      '+': () => change((before) => zoom(before, ZOOM_STEP)),
      '=': () => change((before) => zoom(before, ZOOM_STEP)),
      '-': () => change((before) => zoom(before, 1 / ZOOM_STEP)),
      '0': fitAll,
      ...(onOpen && { Enter: () => onOpen(shown ? { groupId: shown.groupId } : {}) }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div
      ref={frame}
      class={`flow-picture${onOpen ? ' editable' : ''}`}
      role="application"
      aria-label={`Flow of ${name}. Arrow keys move it, plus and minus zoom, zero shows all.${onOpen ? ' Enter opens the list of its parts.' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with keys
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="flow-zoom">
        <Button icon="minus" label="Zoom out" onClick={() => change((v) => zoom(v, 1 / ZOOM_STEP))} />
        <output class="numbers" aria-label="Zoom">
          {Math.round((view?.scale ?? 1) * 100)}%
        </output>
        <Button icon="plus" label="Zoom in" onClick={() => change((v) => zoom(v, ZOOM_STEP))} />
        <Button icon="fit" label="Show all" onClick={fitAll} />
      </div>
    </div>
  );
}

/** Moves the view with a mouse, a pen, fingers and a wheel. */
function usePointers(
  frame: { readonly current: HTMLDivElement | null },
  setView: (change: (before: Viewport | undefined) => Viewport | undefined) => void,
  parts: { readonly current: PartActions },
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const pointers = new Map<number, { x: number; y: number }>();
    let press: Press | undefined;
    const fromMiddle = ({ x, y }: { x: number; y: number }) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: x - left - width / 2, y: y - top - height / 2 };
    };
    const change = (to: (view: Viewport) => Viewport) => setView((before) => before && to(before));
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
      press = pointers.size === 0 ? startPress(event) : undefined;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) press = undefined;
      if (press && followPress(press, now, parts.current.onMoveGroup !== undefined)) return undefined;
      if (!other) return change((view) => pan(view, now.x - before.x, now.y - before.y));
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      change((view) =>
        zoom(pan(view, (now.x - before.x) / 2, (now.y - before.y) / 2), factor, fromMiddle(middle)),
      );
    };
    const onUp = (event: PointerEvent) => {
      pointers.delete(event.pointerId);
      const at = { x: event.clientX, y: event.clientY };
      if (press) finishPress(press, at, event.type === 'pointercancel' ? {} : parts.current);
      press = undefined;
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const isPinch = event.ctrlKey || event.metaKey;
      if (!isPinch) return change((view) => pan(view, -event.deltaX, -event.deltaY));
      const at = fromMiddle({ x: event.clientX, y: event.clientY });
      change((view) => zoom(view, Math.exp(-event.deltaY * WHEEL_ZOOM), at));
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
    };
  }, [frame, setView, parts]);
}

/** A pointer that was pressed and has not been released. */
type Press = {
  at: { x: number; y: number };
  part: PicturePart;
  isClick: boolean;
  /** The group that can be dragged, if the pointer is on it. */
  group: SVGGElement | undefined;
  /** How far the group was dragged, in the picture's units. */
  moved?: { x: number; y: number };
  /** The connection that is being dragged, if the pointer was pressed on a handle. */
  connection: DraggedConnection | undefined;
};

function startPress(event: PointerEvent): Press {
  const target = event.target instanceof Element ? event.target : undefined;
  const group = target?.closest<SVGGElement>('[data-group-id]');
  const block = target?.closest<SVGGElement>('[data-block-id]') ?? findRow(group, event.clientY);
  const start = target?.closest<SVGGElement>('[data-event-id]');
  return {
    at: { x: event.clientX, y: event.clientY },
    part: {
      ...(group?.dataset.groupId !== undefined && { groupId: group.dataset.groupId }),
      ...(block?.dataset.blockId !== undefined && { blockId: block.dataset.blockId }),
      ...(start?.dataset.eventId !== undefined && { eventId: start.dataset.eventId }),
    },
    isClick: true,
    // On a small screen, groups leave no room for a finger that moves the picture.
    group:
      event.pointerType === 'mouse' || group?.classList.contains('chosen') ? (group ?? undefined) : undefined,
    connection: startConnection(target),
  };
}

/** Finds the block of a group whose row is at this height of the window, also beside its words. */
function findRow(group: SVGGElement | null | undefined, clientY: number): SVGGElement | undefined {
  const rows = [...(group?.querySelectorAll<SVGGElement>('[data-block-id]') ?? [])];
  return rows.find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top <= clientY && clientY <= bottom;
  });
}

/** Returns whether a connection or a group moves with the pointer. */
function followPress(press: Press, now: { x: number; y: number }, canMove: boolean): boolean {
  press.isClick &&= distance(now, press.at) < CLICK_PX;
  if (press.connection) {
    drawConnection(press.connection, now);
    return true;
  }
  if (!canMove || !press.group || press.isClick) return false;
  moveOnScreen(press, now);
  return true;
}

/** Opens what was clicked, or moves or connects what was dragged. */
function finishPress(press: Press, at: { x: number; y: number }, on: PartActions): void {
  const { part, isClick, group, moved } = press;
  const connection = press.connection && endConnection(press.connection, at);
  if (connection && !isClick) on.onConnect?.(connection);
  if (isClick && Object.keys(part).length > 0) on.onOpen?.(part);
  if (!moved || part.groupId === undefined) return;
  if (on.onMoveGroup) on.onMoveGroup(part.groupId, moved.x, moved.y);
  else group?.removeAttribute('transform');
}

/** Moves the group on screen. Its edges follow when it is let go. */
function moveOnScreen(press: Press, now: { x: number; y: number }): void {
  const scale = press.group?.getScreenCTM()?.a ?? 1;
  press.moved = {
    x: Math.round((now.x - press.at.x) / scale),
    y: Math.round((now.y - press.at.y) / scale),
  };
  press.group?.setAttribute('transform', `translate(${press.moved.x} ${press.moved.y})`);
}

const GROUP_MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The box of the whole picture, read before the view changes it. */
function boxOf(picture: SVGSVGElement): Box {
  const { x, y, width, height } = picture.viewBox.baseVal;
  return { x, y, width, height };
}

/** Returns the boxes of the start event and of the group where it leads, as far as there are any. */
function findStartBoxes(picture: SVGSVGElement, { eventId, groupId }: FlowStart): Box[] {
  const event = [...picture.querySelectorAll<SVGGElement>('[data-event-id]')].find(
    ({ dataset }) => dataset.eventId === eventId,
  );
  const group = groupId === undefined ? undefined : findGroup(picture, groupId);
  return [event, group].flatMap((part) => (part ? [getBox(part)] : []));
}

/** A DOMRect has its values in its prototype, so it cannot be spread. */
function getBox(part: SVGGElement): Box {
  const { x, y, width, height } = part.getBBox();
  return { x, y, width, height };
}

function findGroup(picture: SVGSVGElement, groupId: string): SVGGElement | undefined {
  return [...picture.querySelectorAll<SVGGElement>('[data-group-id]')].find(
    ({ dataset }) => dataset.groupId === groupId,
  );
}
