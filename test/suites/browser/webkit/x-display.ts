import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import x11 from 'x11';

const KEY_PRESS = 2;
const KEY_RELEASE = 3;
const BUTTON_PRESS = 4;
const BUTTON_RELEASE = 5;
const MOTION = 6;
const REVERT_TO_PARENT = 2;

/** Keys of X that are not characters, by the names that browsers have for them. */
const KEYSYMS: Record<string, number> = {
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Home: 0xff50,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Insert: 0xff63,
  Delete: 0xffff,
  Shift: 0xffe1,
  Control: 0xffe3,
  Alt: 0xffe9,
};

/** A screen that nobody sees, with a keyboard and a mouse that the tests press. */
export type XDisplay = {
  name: string;
  /** Lists the windows on the screen. */
  windows(): Promise<number[]>;
  sizeOf(window: number): Promise<{ width: number; height: number }>;
  /** Puts a window into the corner at the top left, in a size, and gives it the keyboard. */
  place(window: number, size: { width: number; height: number }): void;
  focus(window: number): void;
  pressKey(key: string): void;
  releaseKey(key: string): void;
  moveMouse(x: number, y: number): void;
  pressButton(button: number): void;
  releaseButton(button: number): void;
  stop(): Promise<void>;
};

/** Starts Xvfb on the first display that is free. */
export async function startXDisplay(): Promise<XDisplay> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(createInterface({ input: server.stdio[3] as Readable }), 'line');
  const name = `:${number}`;
  const display = await promisify(x11.createClient)({ display: name });
  const { client } = display;
  // The server ends before the client in the end.
  client.on('error', () => undefined);
  const [xtest, keyboard] = await Promise.all([
    promisify(client.require.bind(client))('xtest'),
    promisify(client.GetKeyboardMapping.bind(client))(
      display.min_keycode,
      display.max_keycode - display.min_keycode + 1,
    ),
  ]);
  const root = display.screen[0]?.root ?? 0;
  const keys = new Keyboard(keyboard, display.min_keycode);
  const pressed = new Map<string, number[]>();
  const press = (keycode: number) => xtest.FakeInput(KEY_PRESS, keycode, 0, root, 0, 0);
  const release = (keycode: number) => xtest.FakeInput(KEY_RELEASE, keycode, 0, root, 0, 0);
  return {
    name,
    windows: async () => (await promisify(client.QueryTree.bind(client))(root)).children,
    sizeOf: promisify(client.GetGeometry.bind(client)),
    place(window, { width, height }) {
      client.MoveResizeWindow(window, 0, 0, width, height);
    },
    focus: (window) => client.SetInputFocus(window, REVERT_TO_PARENT),
    pressKey(key) {
      const { keycode, isShifted, change } = keys.find(key);
      if (change) client.ChangeKeyboardMapping(keycode, change.length, [change]);
      const all = [...(isShifted && !pressed.has('Shift') ? [keys.find('Shift').keycode] : []), keycode];
      pressed.set(key, all);
      for (const each of all) press(each);
    },
    releaseKey(key) {
      for (const each of pressed.get(key)?.toReversed() ?? []) release(each);
      pressed.delete(key);
    },
    moveMouse: (x, y) => xtest.FakeInput(MOTION, 0, 0, root, Math.round(x), Math.round(y)),
    pressButton: (button) => xtest.FakeInput(BUTTON_PRESS, button, 0, root, 0, 0),
    releaseButton: (button) => xtest.FakeInput(BUTTON_RELEASE, button, 0, root, 0, 0),
    async stop() {
      client.terminate();
      await end(server);
    },
  };
}

/** Ends a process, and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

type Key = { keycode: number; isShifted: boolean; change?: number[] };

/** Where the characters are on the keyboard. One that is nowhere gets a key that has no meaning yet. */
class Keyboard {
  readonly #found = new Map<number, Key>();
  readonly #free: number[] = [];

  constructor(keysyms: number[][], firstKeycode: number) {
    keysyms.forEach((levels, index) => {
      const keycode = firstKeycode + index;
      if (levels.every((keysym) => keysym === 0)) this.#free.push(keycode);
      for (const [level, isShifted] of [false, true].entries()) {
        const keysym = levels[level] ?? 0;
        if (!this.#found.has(keysym)) this.#found.set(keysym, { keycode, isShifted });
      }
    });
  }

  find(key: string): Key {
    const keysym = KEYSYMS[key] ?? toKeysym(key);
    const known = this.#found.get(keysym);
    if (known) return known;
    const keycode = this.#free.pop();
    if (keycode === undefined) throw new Error(`The keyboard has no room for the key ${key}`);
    this.#found.set(keysym, { keycode, isShifted: false });
    return { keycode, isShifted: false, change: [keysym, keysym] };
  }
}

/** Latin characters are their own numbers in X, others begin at an offset. */
function toKeysym(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? code : 0x1000000 + code;
}
