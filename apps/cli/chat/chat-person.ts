import { createInterface } from 'node:readline/promises';
import { text } from '@clack/prompts';
import { escapeControls } from '#apps/terminal/escape-controls.ts';

/** The respondent: a person at a terminal, or lines on standard input. */
export type ChatPerson = {
  /** Returns the next reply, or undefined at the end of input. */
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
      // The prompt treats Ctrl-D like any other key, but users expect it to end the input.
      const onData = (keys: Buffer) => {
        if (keys.includes(END_OF_TRANSMISSION)) controller.abort();
      };
      process.stdin.on('data', onData);
      try {
        const { signal } = controller;
        const answer = await text({ message: escapeControls(question), output: process.stderr, signal });
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
