import { element } from '#lib/apps/chat-page/element.ts';
import { pictureView } from '#lib/apps/chat-page/picture-view.ts';
import { frameUrl, linkUrl, mediaUrl } from '#lib/apps/chat-page/safe-url.ts';
import { type Fields, getFields, getFlag, toNumber, toText } from '#lib/client/loose-fields.ts';

/* Images, audio and video. Each view is undefined if the block has no usable URL. */

export function imageView(content: Fields): HTMLElement | undefined {
  const src = mediaUrl(toText(content, 'url'));
  if (!src) return undefined;
  const link = getFields(content, 'clickLink');
  const href = linkUrl(toText(link, 'url'));
  const alt = toText(link, 'alt') ?? 'Bubble image';
  const image = pictureView(src, alt);
  if (!href) return image;
  return element('a', { attributes: { href, target: '_blank', rel: 'noopener noreferrer' } }, image);
}

export function audioView(content: Fields): HTMLElement | undefined {
  const src = mediaUrl(toText(content, 'url'));
  if (!src) return undefined;
  const audio = element('audio', { attributes: { src, controls: '' } });
  if (getFlag(content, 'isAutoplayEnabled') ?? true) audio.autoplay = true;
  return audio;
}

const DEFAULT_HEIGHT_PX = 400;

export function videoView(content: Fields): HTMLElement | undefined {
  const type = toText(content, 'type') ?? 'url';
  const hasControls = getFlag(content, 'areControlsDisplayed') ?? true;
  const isAutoplay = getFlag(content, 'isAutoplayEnabled') ?? true;
  const view =
    type === 'url' ? film(content, hasControls, isAutoplay) : player(type, content, hasControls, isAutoplay);
  if (!view) return undefined;
  const aspectRatio = toText(content, 'aspectRatio') ?? (type === 'url' ? undefined : '16/9');
  if (aspectRatio && /^\d+(\.\d+)?\s*\/\s*\d+(\.\d+)?$/.test(aspectRatio))
    view.style.aspectRatio = aspectRatio;
  else view.style.height = `${toNumber(content, 'height') ?? DEFAULT_HEIGHT_PX}px`;
  view.style.maxWidth = toText(content, 'maxWidth') ?? '100%';
  return view;
}

function film(content: Fields, hasControls: boolean, isAutoplay: boolean): HTMLElement | undefined {
  const src = mediaUrl(toText(content, 'url'));
  if (!src) return undefined;
  const video = element('video', { attributes: { src, playsinline: '' } });
  video.controls = hasControls;
  // Browsers only autoplay muted videos.
  if (isAutoplay) video.autoplay = video.muted = true;
  return video;
}

/** Embeds the player of a video site, which receives only the video's id. */
function player(
  type: string,
  content: Fields,
  hasControls: boolean,
  isAutoplay: boolean,
): HTMLElement | undefined {
  const id = toText(content, 'id');
  if (!id) return undefined;
  const bases: Record<string, string> = {
    youtube: 'https://www.youtube-nocookie.com/embed/',
    vimeo: 'https://player.vimeo.com/video/',
    tiktok: 'https://www.tiktok.com/player/v1/',
    gumlet: 'https://play.gumlet.io/embed/',
  };
  const base = bases[type];
  if (!base) return undefined;
  const url = new URL(base + encodeURIComponent(id));
  for (const [name, value] of new URLSearchParams(toText(content, 'queryParamsStr')))
    url.searchParams.set(name, value);
  if (isAutoplay) url.searchParams.set('autoplay', '1');
  if (!hasControls) url.searchParams.set('controls', '0');
  return frame(url.href, 'Video', 'autoplay; encrypted-media; fullscreen; picture-in-picture');
}

export function embedView(content: Fields): HTMLIFrameElement | undefined {
  const src = frameUrl(toText(content, 'url'));
  if (!src) return undefined;
  const view = frame(src, 'Embedded page', 'camera; microphone; fullscreen; clipboard-write');
  view.style.height = `${toNumber(content, 'height') ?? DEFAULT_HEIGHT_PX}px`;
  return view;
}

function frame(src: string, title: string, allow: string): HTMLIFrameElement {
  return element('iframe', {
    attributes: { src, title, allow, referrerpolicy: 'strict-origin-when-cross-origin' },
  });
}
