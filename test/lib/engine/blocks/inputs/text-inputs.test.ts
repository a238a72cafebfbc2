import { describe, expect, it } from 'vitest';
import { emailInputBlock } from '#lib/engine/blocks/inputs/email-input.ts';
import { textInputBlock } from '#lib/engine/blocks/inputs/text-input.ts';
import { urlInputBlock } from '#lib/engine/blocks/inputs/url-input.ts';
import { getContent } from './reply-to-input.ts';

describe('A text input', () => {
  it.each(['Ada', '', '  two  ', '{{Name}}'])('stores %j unchanged', async (reply) => {
    expect(await getContent(textInputBlock, {}, reply)).toBe(reply);
  });

  it('stores the URL of a recording', async () => {
    const reply = { type: 'audio', url: 'https://files.example/1.mp3' } as const;
    expect(await getContent(textInputBlock, {}, reply)).toBe('https://files.example/1.mp3');
  });

  it('asks again if there is no reply', async () => {
    expect(await getContent(textInputBlock, {}, undefined)).toBeNull();
  });
});

describe('An email input', () => {
  it.each([
    ['Ada@Mail.CO', 'ada@mail.co'],
    ['a+b@c-d.museum', 'a+b@c-d.museum'],
    ['"a b"@mail.de', '"a b"@mail.de'],
    ['a@[1.2.3.4]', 'a@[1.2.3.4]'],
    ['üser@mail.co', 'üser@mail.co'],
    ['ada@mail', null],
    ['a b@mail.de', null],
    [' ada@mail.co', null],
    ['ada@mail.co ', null],
    ['a@b.c', null],
    ['a..b@mail.de', null],
    ['a@bü.de', null],
    ['ada', null],
    ['', null],
    [`${'a'.repeat(100_000)}@mail.de`, null],
  ])('turns %j into %j', async (reply, stored) => {
    expect(await getContent(emailInputBlock, {}, reply)).toBe(stored);
  });

  it('has its own retry text', () => {
    expect(emailInputBlock.retryText).toBe("This email doesn't seem to be valid. Can you type it again?");
  });
});

describe('A URL input', () => {
  it.each([
    'site.co',
    'site.com/x?y=1',
    'http://1.2.3.4:8080/x',
    'https://Site.com/#top',
    `https://site.com/?signature=${'x'.repeat(3000)}`,
  ])('stores %j unchanged', async (reply) => {
    expect(await getContent(urlInputBlock, {}, reply)).toBe(reply);
  });

  it.each([
    'https://a.b',
    'localhost',
    'http://localhost:3000',
    'ftp://site.com',
    'https://site.com/x y',
    'javascript:alert(1)',
    'mailto:ada@site.co',
    '//site.com',
    ' https://site.com',
    'site',
    '',
  ])('refuses %j', async (reply) => {
    expect(await getContent(urlInputBlock, {}, reply)).toBeNull();
  });
});
