import { describe, expect, it } from 'vitest';
import { getUploadRules, isAllowedFile } from '#lib/chat/upload-rules.ts';
import { uploadedFileName } from '#lib/chat/uploads/uploaded-file-name.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const getRules = (type: string, options?: unknown) =>
  getUploadRules({ id: 'b', type, ...(options !== undefined && { options }) } as JsonObject & {
    id: string;
    type: string;
  });
const enabled = { isEnabled: true };

describe('getUploadRules', () => {
  it.each([
    ['nothing: a text input', 'text input', undefined],
    ['nothing: attachments off', 'text input', { attachments: { isEnabled: false }, audioClip: {} }],
    ['nothing: malformed', 'text input', { attachments: 'yes' }],
    ['nothing: another input', 'email input', { attachments: enabled }],
  ])('%s', (_, type, options) => {
    expect(getRules(type, options)).toBeUndefined();
  });

  it.each([
    ['a file input without options', 'file input', undefined, { isPrivate: false }],
    ['attachments', 'text input', { attachments: enabled }, { isPrivate: false }],
    ['a recording', 'text input', { audioClip: { ...enabled, visibility: 'Auto' } }, { isPrivate: false }],
    [
      'a private recording beside attachments',
      'text input',
      { attachments: enabled, audioClip: { ...enabled, visibility: 'Private' } },
      { isPrivate: true },
    ],
    [
      'private, but switched off',
      'text input',
      { attachments: enabled, audioClip: { visibility: 'Private' } },
      { isPrivate: false },
    ],
    ['a limit', 'file input', { sizeLimit: 5 }, { isPrivate: false, maxMegabytes: 5 }],
    ['an invalid limit', 'file input', { sizeLimit: 0 }, { isPrivate: false }],
    ['a limit that is text', 'file input', { sizeLimit: '5' }, { isPrivate: false }],
    [
      'a disabled list',
      'file input',
      { allowedFileTypes: { isEnabled: false, types: ['.png'] } },
      { isPrivate: false },
    ],
    [
      'an empty list',
      'file input',
      { allowedFileTypes: { isEnabled: true, types: ['', ' '] } },
      { isPrivate: false },
    ],
  ])('%s', (_, type, options, expected) => {
    expect(getRules(type, options)).toStrictEqual(expected);
  });
});

describe('a list of allowed files', () => {
  const allows = (types: string[], name: string, type: string) => {
    const rules = getRules('file input', { allowedFileTypes: { isEnabled: true, types } });
    return rules && isAllowedFile(rules, name, type);
  };

  it.each([
    [['.JPG', '.png'], 'a.jpeg', 'image/jpeg', true],
    [['.JPG', '.png'], 'a.JPG', '', true],
    [['image/*'], 'a.webp', 'image/webp', true],
    [['.png'], 'a.png', 'application/octet-stream', true],
    [['.png'], 'a.pdf', 'application/pdf', false],
    [['.png'], 'a.png', 'application/pdf', false],
    [['.png'], 'a.pdf', 'image/png', false],
    [['.png'], 'a.png', 'application/x-nobody', false],
    [['.png'], 'png', 'image/png', false],
    [['application/x-nobody'], 'a.nobody', 'application/x-nobody', false],
  ])('%j, %s of %s: %s', (types, name, type, expected) => {
    expect(allows(types, name, type)).toBe(expected);
  });
});

describe('the name of an uploaded file', () => {
  it.each([
    ['photo.jpeg', 'photo.jpeg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
    ['a, b & c.png', 'a-b-c.png'],
    ['Übung.pdf', 'Übung.pdf'],
    ['.htaccess', 'htaccess'],
    // S3 replaces this placeholder with the file name sent by the client.
    ['$' + '{filename}', 'filename-'],
    ['...', 'file'],
    ['/', 'file'],
  ])('%s is %s', (name, expected) => {
    expect(uploadedFileName(name)).toBe(expected);
  });

  it('keeps its end if it is too long', () => {
    expect(uploadedFileName(`${'x'.repeat(500)}.png`)).toMatch(/^x{96}\.png$/);
  });
});
