import { createInterface } from 'node:readline/promises';
import { text } from '@clack/prompts';

/** Whoever replies to the bot: a person at a terminal, or the lines of a file or a program. */
export type ChatPerson = {
  /** The next reply. Undefined if there are no more. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
};

export function chatPerson(): ChatPerson {
  return process.stdin.isTTY && process.stderr.isTTY ? personAtTerminal() : linesOfInput();
}

function personAtTerminal(): ChatPerson {
  return {
    async ask(question) {
      const controller = new AbortController();
      // The prompt treats Ctrl-D like any other key, but people use it to end their input.
      const onData = (keys: Buffer) => {
        if (keys.includes(END_OF_TRANSMISSION)) controller.abort();
      };
      process.stdin.on('data', onData);
      try {
        const { signal } = controller;
        const answer = await text({ message: question, output: process.stderr, signal });
        // Ctrl-C makes the prompt return a symbol.
        return typeof answer === 'symbol' ? undefined : (answer ?? '');
      } finally {
        process.stdin.off('data', onData);
      }
    },
    close() {},
  };
}

const END_OF_TRANSMISSION = 4;

function linesOfInput(): ChatPerson {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const reader = lines[Symbol.asyncIterator]();
  return {
    async ask() {
      const { value, done } = await reader.next();
      return done ? undefined : value;
    },
    close: () => lines.close(),
  };
}
