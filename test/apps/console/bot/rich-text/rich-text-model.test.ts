import { describe, expect, it } from 'vitest';
import { areSameRuns, isParagraph, toRuns, withRuns } from '#apps/console/bot/rich-text/rich-text-model.ts';

const link = { type: 'a', url: 'https://example.com', target: '_blank', children: [{ text: 'here' }] };
const paragraph = {
  type: 'p',
  id: 'kept',
  children: [
    { text: 'Read ' },
    { bold: true, color: 'red', text: 'this' },
    { text: ' ' },
    link,
    { text: '' },
  ],
};

describe('a paragraph of rich text', () => {
  it('is read as runs with their marks and links', () => {
    expect(toRuns(paragraph).map(({ text, marks, url }) => ({ text, marks, url }))).toEqual([
      { text: 'Read ', marks: [], url: undefined },
      { text: 'this', marks: ['bold'], url: undefined },
      { text: ' ', marks: [], url: undefined },
      { text: 'here', marks: [], url: 'https://example.com' },
      { text: '', marks: [], url: undefined },
    ]);
  });

  it('keeps keys that the form does not know when a text changes', () => {
    const runs = toRuns(paragraph).map((run) => (run.text === 'this' ? { ...run, text: 'that' } : run));
    expect(withRuns(paragraph, runs)).toEqual({
      type: 'p',
      id: 'kept',
      children: [{ text: 'Read ' }, { bold: true, color: 'red', text: 'that' }, { text: ' ' }, link],
    });
  });

  it('keeps an element that the form does not know', () => {
    const mention = { type: 'mention', value: 'Ada', children: [{ text: '' }] };
    const source = { type: 'p', children: [{ text: 'Hi ' }, mention, { text: '!' }] };
    const runs = [...toRuns(source), { text: ' Bye.', marks: [] }];
    expect(withRuns(source, runs)).toEqual({
      type: 'p',
      children: [{ text: 'Hi ' }, mention, { text: '! Bye.' }],
    });
  });

  it('puts neighbors of the same link into one element', () => {
    const url = 'https://example.com';
    const runs = [
      { text: 'a', marks: [], url },
      { text: 'b', marks: ['italic'] as const, url },
    ];
    expect(withRuns({ type: 'p' }, runs)).toEqual({
      type: 'p',
      children: [{ type: 'a', url, children: [{ text: 'a' }, { italic: true, text: 'b' }] }],
    });
  });

  it('has an empty text if nothing is left', () => {
    expect(withRuns(paragraph, [])).toEqual({ type: 'p', id: 'kept', children: [{ text: '' }] });
  });

  it('reads alike however its texts are split', () => {
    const split = { type: 'p', children: [{ text: 'Hel' }, { text: 'lo' }] };
    expect(areSameRuns(toRuns(split), toRuns({ type: 'p', children: [{ text: 'Hello' }] }))).toBe(true);
    expect(areSameRuns(toRuns(split), toRuns({ type: 'p', children: [{ bold: true, text: 'Hello' }] }))).toBe(
      false,
    );
  });

  it('is not a list, nor a paragraph with paragraphs in it', () => {
    expect(isParagraph(paragraph)).toBe(true);
    expect(isParagraph({ type: 'ul', children: [] })).toBe(false);
    expect(isParagraph({ type: 'p', children: [paragraph] })).toBe(false);
    expect(isParagraph('text')).toBe(false);
  });
});
