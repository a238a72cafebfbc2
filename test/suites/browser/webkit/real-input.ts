import type { Page } from 'playwright-core';
import { findServerSide } from '../server-side.ts';
import type { XDisplay } from './x-display.ts';

/** How long a page may take for an event. Some never get one, as a key that closes the page. */
const EVENT_TIMEOUT_MS = 250;

const BUTTONS: Record<string, number> = { left: 1, middle: 2, right: 3 };
/** A step of a wheel is a press of a button, too. */
const WHEEL = { up: 4, down: 5, left: 6, right: 7 };
/** About as far as this browser scrolls with a step. */
const STEP_PX = 50;

/** The page, for which this project has no types. */
type Scripted = { document: { execCommand(name: string, isShown: boolean, value: string): void } };

type Frame = { mainContext(): Promise<{ evaluate(code: unknown, argument?: unknown): Promise<unknown> }> };
type Progress = unknown;
type Description = { key: string };
type Delegate = {
  deepestFocusedFrame(progress: Progress): Promise<Frame>;
  deepestFrameForPoint(progress: Progress, x: number, y: number): Promise<{ frame: Frame }>;
  rawKeyboard: object;
  rawMouse: object;
};

/**
 * Gives a page the keyboard and the mouse of its display. Otherwise Playwright makes up events in the page for this
 * browser: Tab would move no focus, and nobody could type a date.
 */
export function useRealInput(page: Page, display: XDisplay, toolbarHeight: number): void {
  const { delegate } = findServerSide<{ delegate: Delegate }>(page);
  let mouse = { x: -1, y: -1 };

  Object.assign(delegate.rawKeyboard, {
    async keydown(progress: Progress, _modifiers: unknown, _name: string, { key }: Description) {
      const frame = await delegate.deepestFocusedFrame(progress);
      await arrives(frame, 'keydown', () => display.pressKey(key));
    },
    async keyup(progress: Progress, _modifiers: unknown, _name: string, { key }: Description) {
      const frame = await delegate.deepestFocusedFrame(progress);
      await arrives(frame, 'keyup', () => display.releaseKey(key));
    },
    async sendText(progress: Progress, text: string) {
      const context = await (await delegate.deepestFocusedFrame(progress)).mainContext();
      await context.evaluate(
        (inserted: string) =>
          (globalThis as unknown as Scripted).document.execCommand('insertText', false, inserted),
        text,
      );
    },
  });

  Object.assign(delegate.rawMouse, {
    async move(progress: Progress, x: number, y: number) {
      if (x === mouse.x && y === mouse.y) return;
      mouse = { x, y };
      const { frame } = await delegate.deepestFrameForPoint(progress, x, y);
      await arrives(frame, 'mousemove', () => display.moveMouse(x, y + toolbarHeight));
    },
    async down(progress: Progress, x: number, y: number, button: string) {
      const { frame } = await delegate.deepestFrameForPoint(progress, x, y);
      await arrives(frame, 'mousedown', () => display.pressButton(BUTTONS[button] ?? 1));
    },
    async up(progress: Progress, x: number, y: number, button: string) {
      const { frame } = await delegate.deepestFrameForPoint(progress, x, y);
      await arrives(frame, 'mouseup', () => display.releaseButton(BUTTONS[button] ?? 1));
    },
    async wheel(
      progress: Progress,
      x: number,
      y: number,
      _buttons: unknown,
      _modifiers: unknown,
      deltaX: number,
      deltaY: number,
    ) {
      const { frame } = await delegate.deepestFrameForPoint(progress, x, y);
      const turn = async (button: number, distance: number) => {
        if (distance === 0) return;
        await arrives(frame, 'wheel', () => {
          for (let scrolledPx = 0; scrolledPx < Math.abs(distance); scrolledPx += STEP_PX) {
            display.pressButton(button);
            display.releaseButton(button);
          }
        });
      };
      await turn(deltaX < 0 ? WHEEL.left : WHEEL.right, deltaX);
      await turn(deltaY < 0 ? WHEEL.up : WHEEL.down, deltaY);
    },
  });
}

/** Sends an event, and waits until the page has dealt with it. */
async function arrives(frame: Frame, type: string, send: () => void): Promise<void> {
  const context = await frame.mainContext();
  await context.evaluate(
    ({ name, timeout }: { name: string; timeout: number }) => {
      const page = globalThis as unknown as { arrived?: Promise<void> } & EventTarget;
      page.arrived = new Promise((resolve) => {
        page.addEventListener(name, () => setTimeout(resolve), { capture: true, once: true });
        setTimeout(resolve, timeout);
      });
    },
    { name: type, timeout: EVENT_TIMEOUT_MS },
  );
  send();
  // The event may have ended the page.
  await context
    .evaluate(() => (globalThis as unknown as { arrived?: Promise<void> }).arrived)
    .catch(() => undefined);
}
