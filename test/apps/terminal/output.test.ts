import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { coloured } from '#apps/terminal/colour.ts';
import { createDataStream, printData, printText } from '#apps/terminal/output.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';

function openStream(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    read: () => text(stream),
    end: () => stream.end(),
  };
}

async function printed(isTTY: boolean, print: (stream: NodeJS.WriteStream) => unknown): Promise<string> {
  const { stream, read, end } = openStream(isTTY);
  await print(stream);
  end();
  return await read();
}

/** C0, DEL, C1, marks of direction and line separators. */
const CONTROLS = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 0x09 && code !== 0x0a),
  ...Array.from({ length: 0x21 }, (_, offset) => 0x7f + offset),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code));

const UNTOUCHED = 'Bäckerei\t🥐\r\nשלום مرحبا 👩‍👩‍👧 \\u001b\n';

describe('text for people', () => {
  it.each([true, false])('has every control character escaped (terminal: %s)', async (isTTY) => {
    for (const control of CONTROLS) {
      const code = control.charCodeAt(0).toString(16).padStart(4, '0');
      expect(await printed(isTTY, (stream) => printText(`a${control}b`, stream))).toBe(`a\\u${code}b`);
    }
  });

  it('keeps line breaks, tabs, and all that is written', async () => {
    expect(await printed(true, (stream) => printText(UNTOUCHED, stream))).toBe(UNTOUCHED);
  });

  it('keeps our own colours, and no others', async () => {
    vi.stubEnv('FORCE_COLOR', '1');
    vi.stubEnv('NO_COLOR', undefined);
    const line = coloured('bad', 'wrong \u001b[32mright', process.stdout);
    vi.unstubAllEnvs();
    expect(await printed(true, (stream) => printText(`${line} \u001b[32mright`, stream))).toBe(
      '\u001b[31mwrong \\u001b[32mright\u001b[39m \\u001b[32mright',
    );
  });
});

describe('data', () => {
  const document = { [`a${CONTROLS.join('')}`]: ['\\', CONTROLS.join('\\'), UNTOUCHED] };

  it('is unchanged in a pipe', async () => {
    const json = JSON.stringify(document);
    expect(await printed(false, (stream) => printData(json, stream))).toBe(json);
    expect(await printed(false, (stream) => createDataStream(stream).write(json))).toBe(json);
  });

  it('is the same JSON in a terminal, without control characters', async () => {
    const json = JSON.stringify(document, null, 2);
    const shown = await printed(true, (stream) => printData(json, stream));
    expect(JSON.parse(shown)).toEqual(document);
    expect(CONTROLS.filter((control) => shown.includes(control))).toEqual([]);
  });

  it('of a library that writes by itself is escaped in a terminal', async () => {
    const shown = await printed(
      true,
      (stream) => new Promise((resolve) => createDataStream(stream).write('{"a":"\u009b\u202e"}\n', resolve)),
    );
    expect(shown).toBe('{"a":"\\u009b\\u202e"}\n');
  });
});

describe('a word of a command to paste', () => {
  it.each([
    ['c+1', "'c+1'"],
    ['bot_1-2.json', 'bot_1-2.json'],
    ['x; rm -rf ~', "'x; rm -rf ~'"],
    ['$(id)`id`', "'$(id)`id`'"],
    ["it's", "'it'\\''s'"],
    ['a\n\u001bb', "'a b'"],
    ['', "''"],
  ])('%j is quoted', (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });
});
