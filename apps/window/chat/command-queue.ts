/** Commands of the page, in order, kept until the conversation can send them. */
export type CommandQueue = {
  add(command: string): void;
  /** Resolves once there is a command to take. */
  arrived(): Promise<void>;
  take(): string | undefined;
};

export function createCommandQueue(): CommandQueue {
  const commands: string[] = [];
  let wake = () => {};
  return {
    add(command) {
      commands.push(command);
      wake();
    },
    arrived: () =>
      new Promise((resolve) => {
        if (commands.length > 0) resolve();
        else wake = resolve;
      }),
    take: () => commands.shift(),
  };
}
