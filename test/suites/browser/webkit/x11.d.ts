declare module 'x11' {
  /** The parts of the X protocol that these tests use. */
  type Client = {
    QueryTree(window: number, done: (error: unknown, tree: { children: number[] }) => void): void;
    GetGeometry(window: number, done: (error: unknown, box: { width: number; height: number }) => void): void;
    GetKeyboardMapping(
      first: number,
      count: number,
      done: (error: unknown, keysyms: number[][]) => void,
    ): void;
    ChangeKeyboardMapping(first: number, keysymsPerKeycode: number, keysyms: number[][]): void;
    MoveResizeWindow(window: number, x: number, y: number, width: number, height: number): void;
    SetInputFocus(window: number, revertTo: number): void;
    require(extension: 'xtest', done: (error: unknown, extension: XTest) => void): void;
    on(event: 'error', listener: (error: unknown) => void): void;
    terminate(): void;
  };
  type XTest = {
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void;
  };
  type Display = {
    client: Client;
    screen: { root: number }[];
    min_keycode: number;
    max_keycode: number;
  };
  const x11: {
    createClient(options: { display: string }, done: (error: unknown, display: Display) => void): void;
  };
  export = x11;
}
