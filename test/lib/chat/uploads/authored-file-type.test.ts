import { describe, expect, it } from 'vitest';
import { completeFileName, findAuthoredFileType } from '#lib/chat/uploads/authored-file-type.ts';

describe('the type of a file of an author', () => {
  it.each([
    ['logo.png', 'image/png', 'image/png'],
    // The declared type counts, because stores name files as they like.
    ['hostAvatar', 'image/jpeg', 'image/jpeg'],
    ['logo.png', 'image/webp', 'image/webp'],
    ['logo.png', ' Image/JPG; charset=binary', 'image/jpeg'],
    ['favicon.ico', 'image/vnd.microsoft.icon', 'image/x-icon'],
    ['song.m4a', 'audio/x-m4a', 'audio/mp4'],
    // Without a type, the ending does.
    ['Logo.SVG', '', 'image/svg+xml'],
    ['menu.pdf', 'application/octet-stream', 'application/pdf'],
    ['intro.mp4', 'binary/octet-stream', 'video/mp4'],
  ])('of %s, declared as "%s", is %s', (name, declared, type) => {
    expect(findAuthoredFileType(name, declared)).toBe(type);
  });

  it.each([
    ['page.html', ''],
    ['logo.png', 'text/html'],
    ['logo.png', 'application/javascript'],
    ['logo.png', 'image/png, text/html'],
    ['logo', ''],
    ['png', ''],
    ['logo.png', 'constructor'],
    ['logo.constructor', ''],
    ['feed.xml', 'application/xml'],
    ['page.xhtml', 'application/xhtml+xml'],
  ])('of %s, declared as "%s", is none', (name, declared) => {
    expect(findAuthoredFileType(name, declared)).toBeUndefined();
  });
});

it.each([
  ['logo.png', 'image/png', 'logo.png'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['hostAvatar', 'image/png', 'hostAvatar.png'],
  ['page.html', 'image/png', 'page.html.png'],
])('the name %s of %s becomes %s', (name, type, completed) => {
  expect(completeFileName(name, type)).toBe(completed);
});
