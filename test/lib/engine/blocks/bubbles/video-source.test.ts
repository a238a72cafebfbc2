import { describe, expect, it } from 'vitest';
import { videoSource } from '#lib/engine/blocks/bubbles/video-source.ts';

describe('A video URL', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=a_1-x&t=10',
      { type: 'youtube', url: 'youtube.com/watch?v=a_1-x', id: 'a_1-x' },
    ],
    ['https://youtube.com/shorts/ab-c', { type: 'youtube', url: 'youtube.com/shorts/ab-c', id: 'ab-c' }],
    [
      'https://youtu.be/abc?t=5&x=1',
      { type: 'youtube', url: 'youtu.be/abc?t=5&x=1', id: 'abc', queryParamsStr: '?x=1&start=5' },
    ],
    ['https://youtu.be/abc', { type: 'youtube', url: 'youtu.be/abc', id: 'abc' }],
    ['https://vimeo.com/1234', { type: 'vimeo', url: 'vimeo.com/1234', id: '1234' }],
    ['https://www.tiktok.com/@a.b/video/99', { type: 'tiktok', url: 'tiktok.com/@a.b/video/99', id: '99' }],
    ['https://gumlet.tv/watch/abc', { type: 'gumlet', url: 'gumlet.tv/watch/abc', id: 'abc' }],
    ['https://play.gumlet.com/watch/abc', { type: 'gumlet', url: 'gumlet.com/watch/abc', id: 'abc' }],
    ['https://onedrive.live.com/embed?x=1', { type: 'url', url: 'https://onedrive.live.com/download?x=1' }],
    ['https://x.y/v.mp4', { type: 'url', url: 'https://x.y/v.mp4' }],
    ['https://player.vimeo.com/video/12', { type: 'url', url: 'https://player.vimeo.com/video/12' }],
    ['https://www.youtube.com/embed/abc', { type: 'url', url: 'https://www.youtube.com/embed/abc' }],
    ['not an address', { type: 'url', url: 'not an address' }],
  ])('%s', (url, source) => {
    expect(videoSource(url)).toStrictEqual(source);
  });
});
