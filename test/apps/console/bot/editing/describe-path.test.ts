import { expect, it } from 'vitest';
import { describePath } from '#apps/console/bot/editing/describe-path.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';

const document = chatBot([
  { id: 'one', title: 'Order', blocks: [text('hello', 'Hello'), { id: 'ask', type: 'text input' }] },
  { id: 'two', title: '', blocks: [] },
]) as unknown as BotDocument;

it.each([
  ['bot.groups[0].title', 'Order › title'],
  ['bot.groups[0].blocks[1].options.labels', 'Order › 2. Ask text › options.labels'],
  ['bot.groups[1]', 'Without a title'],
  ['bot.groups[7].title', 'bot.groups[7].title'],
  ['bot.settings', 'bot.settings'],
  ['bot.settings.metadata.title', 'Settings › metadata.title'],
  ['bot.theme.customCss', 'Theme › customCss'],
])('%s is shown as %s', (path, shown) => {
  expect(describePath(document, path)).toBe(shown);
});
