import { describe, expect, it } from 'vitest';
import { plainTextMessage, textMessage } from '#lib/engine/rich-text/text-message.ts';

const richText = [{ type: 'p', children: [{ text: 'x', bold: true }] }];

describe('A text message', () => {
  it('is rich text', () => {
    expect(textMessage('b1', richText, 'richText')).toStrictEqual({
      id: 'b1',
      type: 'text',
      content: { type: 'richText', richText },
    });
  });

  it('is Markdown for clients that request it', () => {
    expect(textMessage('b1', richText, 'markdown').content).toStrictEqual({
      type: 'markdown',
      markdown: '**x**',
    });
  });

  it('of plain text is one paragraph', () => {
    expect(plainTextMessage('i1', 'Again, *please*?', 'richText')).toStrictEqual({
      id: 'i1',
      type: 'text',
      content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Again, *please*?' }] }] },
    });
    expect(plainTextMessage('i1', 'Again, *please*?', 'markdown').content.markdown).toBe('Again, *please*?');
  });
});
