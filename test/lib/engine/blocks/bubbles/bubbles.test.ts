import { describe, expect, it } from 'vitest';
import { audioBlock } from '#lib/engine/blocks/bubbles/audio.ts';
import { embedBlock } from '#lib/engine/blocks/bubbles/embed.ts';
import { imageBlock } from '#lib/engine/blocks/bubbles/image.ts';
import { textBlock } from '#lib/engine/blocks/bubbles/text.ts';
import { videoBlock } from '#lib/engine/blocks/bubbles/video.ts';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { blockContext, type TestBlockContext } from '#test/support/chat/block-context.ts';

const VARIABLES = { Site: 'https://e.com', Height: '120', Video: 'https://youtu.be/abc?t=5' };

function show(
  module: BubbleModule,
  content: unknown,
  context = blockContext({ variables: VARIABLES }),
): unknown {
  return module.show({ id: 'b', type: module.type, content }, context)?.content;
}

describe('A bubble', () => {
  it.each([textBlock, imageBlock, videoBlock, audioBlock, embedBlock])(
    'without content is not shown: $type',
    (module) => {
      expect(show(module, undefined)).toBeUndefined();
      expect(show(module, 'x')).toBeUndefined();
    },
  );

  it.each<[BubbleModule, string, unknown, unknown]>([
    [imageBlock, 'nothing', {}, {}],
    [imageBlock, 'an address', { url: '{{Site}}/i.png' }, { url: 'https://e.com/i.png' }],
    [
      imageBlock,
      'a link',
      { url: 'u', clickLink: { url: '{{Site}}', alt: 'to {{Site}}' }, other: 1 },
      { url: 'u', clickLink: { url: 'https://e.com', alt: 'to https://e.com' } },
    ],
    [imageBlock, 'what is malformed', { url: 5, clickLink: 'x' }, {}],
    [audioBlock, 'an address', { url: '{{Site}}/a.mp3' }, { url: 'https://e.com/a.mp3' }],
    [
      audioBlock,
      'no autoplay',
      { url: 'u', isAutoplayEnabled: false, x: 1 },
      { url: 'u', isAutoplayEnabled: false },
    ],
    [audioBlock, 'what is malformed', { url: null, isAutoplayEnabled: 'no' }, {}],
    [
      videoBlock,
      'a variable',
      { url: '{{Video}}', type: 'url', id: 'old', height: '{{Height}}', maxWidth: '{{Height}}px', x: 1 },
      {
        url: 'youtu.be/abc?t=5',
        type: 'youtube',
        id: 'abc',
        height: 120,
        maxWidth: '120px',
        queryParamsStr: '?start=5',
      },
    ],
    [
      videoBlock,
      'all fields in addition to its URL',
      { url: 'u', aspectRatio: '1/1', areControlsDisplayed: false, isAutoplayEnabled: true },
      { url: 'u', type: 'url', aspectRatio: '1/1', areControlsDisplayed: false, isAutoplayEnabled: true },
    ],
    [videoBlock, 'no address', { type: 'vimeo', id: '1' }, { type: 'vimeo', id: '1' }],
    [videoBlock, 'what is malformed', { url: [], height: {} }, {}],
    [
      embedBlock,
      'a height as a string',
      { url: '{{Site}}', height: '300' },
      { url: 'https://e.com', height: 300 },
    ],
    [embedBlock, 'a height of a variable', { url: 'u', height: '{{Height}}' }, { url: 'u', height: 120 }],
    [embedBlock, 'an invalid height', { url: 'u', height: '{{Nobody}}' }, { url: 'u' }],
    [
      embedBlock,
      'an event',
      { url: 'u', waitForEvent: { isEnabled: true, name: 'e', saveDataInVariableId: 'v' } },
      { url: 'u', waitForEvent: { isEnabled: true, name: 'e', saveDataInVariableId: 'v' } },
    ],
    [embedBlock, 'what is malformed', { url: 1, height: true, waitForEvent: 'x' }, {}],
  ])('%o shows %s', (module, _, content, expected) => {
    expect(show(module, content)).toStrictEqual(expected);
  });

  it('has the id and the type of its block', () => {
    const message = imageBlock.show({ id: 'b7', type: 'image', content: {} }, blockContext());
    expect(message).toStrictEqual({ id: 'b7', type: 'image', content: {} });
  });
});

describe('A text bubble', () => {
  const richText = [{ type: 'p', children: [{ text: 'Visit ' }, { text: '{{Site}}', bold: true }] }];

  it('is rich text with its variables filled in', () => {
    expect(show(textBlock, { richText, html: '<p>x</p>', plainText: 'x' })).toStrictEqual({
      type: 'richText',
      richText: [{ type: 'p', children: [{ text: 'Visit ' }, { text: 'https://e.com', bold: true }] }],
    });
  });

  it('is Markdown if the client requests it', () => {
    const context = blockContext({ variables: VARIABLES, chat: { textFormat: 'markdown' } });
    expect(show(textBlock, { richText }, context)).toStrictEqual({
      type: 'markdown',
      markdown: 'Visit **https://e.com**',
    });
  });

  it.each([{ html: '<p>x</p>', plainText: 'x' }, { richText: 'x' }])(
    'is empty without rich text: %j',
    (content) => {
      expect(show(textBlock, content)).toStrictEqual({ type: 'richText', richText: [] });
    },
  );
});

describe('An embed bubble', () => {
  const block = (waitForEvent: unknown) => ({ id: 'b', type: 'embed', content: { url: 'u', waitForEvent } });

  it.each([
    [{ isEnabled: true }, true],
    [{ isEnabled: false }, false],
    [{}, false],
    [{ isEnabled: 'true' }, false],
    [undefined, false],
  ])('with %j waits: %j', (waitForEvent, waits) => {
    expect(embedBlock.waits?.(block(waitForEvent))).toBe(waits);
  });

  function resumed(text: string, saveDataInVariableId?: unknown): TestBlockContext {
    const context = blockContext({ variables: { Data: 'before' } });
    embedBlock.resume?.(block({ isEnabled: true, saveDataInVariableId }), text, context);
    return context;
  }

  it.each([
    ['a text', 'a text'],
    ['{"a":1}', '{"a":1}'],
    ['["a",1]', ['a', '1']],
    ['"quoted"', 'quoted'],
    ['5', '5'],
    ['12345678901234567890', '12345678901234567890'],
    ['null', null],
    ['', null],
  ])('keeps the data %j of the event', (text, value) => {
    expect(resumed(text, 'Data').valueOf('Data')).toStrictEqual(value);
  });

  it.each([undefined, 'Nobody', 5])(
    'drops the data if no variable is set to receive it: %j',
    (variableId) => {
      expect(resumed('x', variableId).valueOf('Data')).toBe('before');
    },
  );
});
