import { createInterface } from 'node:readline/promises';
import { text } from '@clack/prompts';

/** Whoever answers the bot: somebody at a terminal, or lines of a file or a program. */
export type ChatPerson = {
  /** The next reply; undefined where there are no more. */
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
      // To a prompt, Ctrl-D is a key like any other; to people it is the end of what they have to say.
      const onData = (keys: Buffer) => {
        if (keys.includes(END_OF_TRANSMISSION)) controller.abort();
      };
      process.stdin.on('data', onData);
      try {
        const { signal } = controller;
        const answer = await text({ message: question, output: process.stderr, signal });
        // A symbol: Ctrl-C.
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
