import { Writable } from 'node:stream';
import { toTerminalText } from './colour.ts';
import { escapeControls } from './escape-controls.ts';

/*
 * The only way to stdout and stderr. Names, messages and answers come from a service, a source or a respondent, and a
 * terminal obeys the control characters in them.
 */

/** Prints text for people. Control characters are escaped in a pipe, too: what reads it may show it in a terminal. */
export function printText(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(toTerminalText(text));
}

/** Prints a line for people on stderr. */
export function printNote(line: string): void {
  printText(`${line}\n`, process.stderr);
}

/**
 * Prints JSON or an export: unchanged in a pipe or a file, and with control characters escaped in a terminal.
 *
 * @returns when the next part may follow
 */
export function printData(data: string, stream: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(stream.isTTY ? escapeControls(data) : data, (error) => (error ? reject(error) : resolve()));
  });
}

/** Returns a stream that prints data like `printData`, for libraries that write by themselves. */
export function createDataStream(stream: NodeJS.WriteStream = process.stdout): Writable {
  if (!stream.isTTY) return stream;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      printData(chunk.toString('utf8'), stream).then(() => done(), done);
    },
  });
}
