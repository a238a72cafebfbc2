import { describe, expect, it } from 'vitest';
import { readLines } from '#apps/documents/find-lines.ts';

const YAML = `# A bot
name: x
groups:
  - id: g
    blocks:
      - id: b
        options:
          url: no url
      - { id: c }
`;

describe('the line of a path', () => {
  it.each([
    ['bot.name', 2],
    ['bot.groups', 3],
    ['bot.groups[0]', 4],
    ['bot.groups[0].blocks[0].options.url', 8],
    ['bot.groups[0].blocks[1].id', 9],
  ])('is that of the value: %s', async (path, line) => {
    expect((await readLines(YAML))(path)).toBe(line);
  });

  it('is that of what is around a value that is missing', async () => {
    const findLine = await readLines(YAML);
    expect(findLine('bot.groups[0].blocks[1].options.url')).toBe(9);
    expect(findLine('bot.groups[7].id')).toBe(3);
    expect(findLine('bot.edges')).toBeUndefined();
    expect(findLine('')).toBeUndefined();
  });

  it('is found in JSON, and behind a wrapper', async () => {
    const json = JSON.stringify({ bot: { groups: [{ id: 'g', title: 'a.b' }] } }, null, 2);
    const findLine = await readLines(json, ['bot']);
    expect(findLine('bot.groups[0].title')).toBe(6);
  });

  it('is unknown in a text that cannot be read', async () => {
    expect((await readLines('a: ['))('bot.b')).toBeUndefined();
    expect((await readLines('x'.repeat(2_000_001)))('bot.a')).toBeUndefined();
  });
});
