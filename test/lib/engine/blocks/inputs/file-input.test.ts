import { describe, expect, it } from 'vitest';
import { getAllowedExtensions } from '#lib/engine/blocks/inputs/file-extensions.ts';
import { fileInputBlock } from '#lib/engine/blocks/inputs/file-input.ts';
import { getContent, replyToInput } from './reply-to-input.ts';

function only(...types: unknown[]) {
  return { allowedFileTypes: { isEnabled: true, types } };
}

describe('A file input', () => {
  it.each([
    [{}, 'https://a.com/x.png', 'https://a.com/x.png'],
    [{}, 'http://localhost:9000/x', 'http://localhost:9000/x'],
    [{}, 'https://a.com/a,b.png', 'https://a.com/a,b.png'],
    [{}, 'https://a.com/x.png, https://a.com/y.png', 'https://a.com/x.png'],
    [{}, 'https://a.com/a,b.png, https://a.com/y.png', 'https://a.com/a,b.png'],
    [{}, 'none, https://a.com/y.png', 'https://a.com/y.png'],
    [{}, 'x.png', null],
    [{}, 'http://intranet/x.png', null],
    [{}, 'javascript:alert(1)', null],
    [{}, '', null],
    [{ isRequired: false }, '', null],
    [{ isMultipleAllowed: true }, 'https://a.com/x, https://a.com/y', 'https://a.com/x, https://a.com/y'],
    [{ isMultipleAllowed: true }, 'none, https://a.com/y', 'none, https://a.com/y'],
    [only('.png', 'image/jpeg'), 'https://a.com/x.PNG', 'https://a.com/x.PNG'],
    [only('.png', 'image/jpeg'), 'https://a.com/x.jpeg', 'https://a.com/x.jpeg'],
    [only('.png', 'image/jpeg'), 'https://a.com/x.jpg', 'https://a.com/x.jpg'],
    [only('.png'), 'https://a.com/x.png?signature=y.exe', 'https://a.com/x.png?signature=y.exe'],
    [only('.png'), 'https://a.com/x.exe?y.png', null],
    [only('.png'), 'https://a.com/x.exe#y.png', null],
    [only('.png', 'image/jpeg'), 'https://a.com/x.gif', null],
    [only('.png'), 'https://a.com/png', null],
    [only('application/unknown'), 'https://a.com/x.png', null],
    [{ ...only('.png'), isMultipleAllowed: true }, 'https://a.com/x.png, https://a.com/y.gif', null],
    [{ ...only('.png'), isMultipleAllowed: true }, 'https://a.com/x.png, none', null],
    [only(), 'https://a.com/x.png', 'https://a.com/x.png'],
    [only(1, ' '), 'https://a.com/x.png', 'https://a.com/x.png'],
    [{ allowedFileTypes: { types: ['.png'] } }, 'https://a.com/x.gif', 'https://a.com/x.gif'],
  ])('with %j turns %j into %j', async (options, reply, stored) => {
    expect(await getContent(fileInputBlock, { options }, reply)).toBe(stored);
  });

  it('accepts a recording', async () => {
    const reply = { type: 'audio', url: 'https://a.com/x.webm' } as const;
    expect(await getContent(fileInputBlock, {}, reply)).toBe('https://a.com/x.webm');
  });

  it.each([
    [{}, 'refused'],
    [{ isRequired: true }, 'refused'],
    [{ isRequired: false }, 'skipped'],
  ])('with %j and no reply is %s', async (options, status) => {
    expect(await replyToInput(fileInputBlock, { options }, undefined)).toStrictEqual({ status });
  });
});

describe('An allowed file type', () => {
  it.each([
    ['IMAGE/PNG', ['png']],
    ['.jpg', ['jpeg', 'jpg']],
    ['jpg', ['jpeg', 'jpg']],
    ['.tiff', ['tif', 'tiff']],
    ['.docx', ['docx']],
    ['.dwg', ['dwg']],
    ['video/*', ['mp4', 'mpeg', 'mpg', 'ogv', 'mov', 'webm', 'avi']],
    ['image/x-unknown', []],
    ['capture=camera', []],
    ['toString', []],
    ['constructor', []],
  ])('%j permits %j', (entry, extensions) => {
    expect(getAllowedExtensions(entry)).toStrictEqual(extensions);
  });
});
