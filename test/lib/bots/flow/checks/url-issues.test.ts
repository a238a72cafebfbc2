import { describe, expect, it } from 'vitest';
import { botWithBlocks, findIssues } from './bot-with-blocks.ts';

const check = (block: object) =>
  findIssues(botWithBlocks([{ id: 'b', ...block }]), 'UNENCODED_VARIABLE').map((issue) =>
    issue.replace('bot.groups[0].blocks[0].', ''),
  );
const request = (webhook: object) => ({ type: 'Webhook', options: { isCustomBody: true, webhook } });
const FORM = [{ id: 'h', key: 'content-type', value: 'application/x-www-form-urlencoded' }];

describe('A variable in a request', () => {
  it.each([
    ['a URL', { url: 'https://h.example/?{{Name}}' }, 'options.webhook.url'],
    ['a URL after another parameter', { url: 'https://h.example/?a=1&{{Name}}' }, 'options.webhook.url'],
    ['a form', { url: 'https://h.example', headers: FORM, body: '{{Name}}&b=2' }, 'options.webhook.body'],
  ])('may hold several parameters of %s', (_, webhook, field) => {
    expect(check(request(webhook))).toStrictEqual([`info ${field}`]);
  });

  it.each([
    { url: '{{Name}}' },
    { url: '{{Name}}/x' },
    { url: 'https://{{Name}}/x' },
    { url: 'https://h.example/{{Name}}?q={{Name}}&{{Name}}=1' },
    { url: 'https://h.example/?{{= "a=1" =}}' },
    { url: 'https://h.example', headers: FORM, body: 'a={{Name}}&b=2' },
    { url: 'https://h.example', headers: FORM, body: '{{Name}}' },
    { url: 'https://h.example', headers: FORM, body: '{"a": "{{Name}}"}' },
    { url: 'https://h.example', body: '{{Name}} and {{Name}}' },
    { url: 5, headers: 5, body: null },
  ])('is encoded, or meant as it is: %j', (webhook) => {
    expect(check(request(webhook))).toStrictEqual([]);
  });
});

describe('A variable in a URL for the browser', () => {
  const url = 'https://h.example/?q={{Name}}';
  const link = (target: string) => ({
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ type: 'a', url: target, children: [{ text: 'x' }] }] }] },
  });

  it.each([
    ['options.url', { type: 'Redirect', options: { url } }],
    ['content.url', { type: 'embed', content: { url } }],
    ['content.url', { type: 'image', content: { url } }],
    ['content.clickLink.url', { type: 'image', content: { url: '', clickLink: { url } } }],
    ['content.richText', link(url)],
  ])('is not encoded in a query: %s of %j', (field, block) => {
    expect(check(block)).toStrictEqual([`info ${field}`]);
  });

  it.each([
    { type: 'Redirect', options: { url: '{{Name}}' } },
    { type: 'Redirect', options: { url: 'https://h.example/{{Name}}' } },
    { type: 'Redirect', options: { url: 'https://h.example/?q={{= encodeURIComponent({{Name}}) =}}' } },
    { type: 'Redirect' },
    { type: 'image', content: { url: 'https://h.example/{{Name}}.png' } },
    link('https://h.example/#{{Name}}'),
  ])('is no concern in %j', (block) => {
    expect(check(block)).toStrictEqual([]);
  });
});
