import type { ComponentChild } from 'preact';
import { type Fields, getFields, getFlag, getNumber, getText } from '#apps/client/loose-fields.ts';
import { Picture } from '#apps/window/picture.tsx';
import { frameUrl, linkUrl, mediaUrl } from '#apps/window/safe-url.ts';
import { PICTURE_NAME } from '#apps/window/theme/author-class-names.ts';
import { SafeLink } from './safe-link.tsx';

/* Images, audio, video and embedded pages. Each is undefined if the block has no usable URL. */

export function image(content: Fields): ComponentChild {
  const src = mediaUrl(getText(content, 'url'));
  if (!src) return undefined;
  const link = getFields(content, 'clickLink');
  const href = linkUrl(getText(link, 'url'));
  const picture = (
    <Picture src={src} alt={getText(link, 'alt') ?? 'Bubble image'} attributes={PICTURE_NAME.bubble} />
  );
  return <figure>{href ? <SafeLink href={href}>{picture}</SafeLink> : picture}</figure>;
}

export function audio(content: Fields): ComponentChild {
  const src = mediaUrl(getText(content, 'url'));
  if (!src) return undefined;
  // biome-ignore lint/a11y/useMediaCaption: documents have no captions
  return <audio src={src} controls autoplay={getFlag(content, 'isAutoplayEnabled') ?? true} />;
}

const DEFAULT_HEIGHT_PX = 400;

export function video(content: Fields): ComponentChild {
  const type = getText(content, 'type') ?? 'url';
  const hasControls = getFlag(content, 'areControlsDisplayed') ?? true;
  const isAutoplay = getFlag(content, 'isAutoplayEnabled') ?? true;
  const aspectRatio = getText(content, 'aspectRatio') ?? (type === 'url' ? undefined : '16/9');
  const style = {
    ...(aspectRatio && /^\d+(\.\d+)?\s*\/\s*\d+(\.\d+)?$/.test(aspectRatio)
      ? { aspectRatio }
      : { height: `${getNumber(content, 'height') ?? DEFAULT_HEIGHT_PX}px` }),
    maxWidth: getText(content, 'maxWidth') ?? '100%',
  };
  if (type === 'url') {
    const src = mediaUrl(getText(content, 'url'));
    if (!src) return undefined;
    return (
      // Browsers only autoplay muted videos.
      <video
        src={src}
        playsinline
        controls={hasControls}
        autoplay={isAutoplay}
        muted={isAutoplay}
        style={style}
      />
    );
  }
  const src = playerUrl(type, content, hasControls, isAutoplay);
  return src && frame(src, 'Video', 'autoplay; encrypted-media; fullscreen; picture-in-picture', style);
}

const PLAYERS: Record<string, string> = {
  youtube: 'https://www.youtube-nocookie.com/embed/',
  vimeo: 'https://player.vimeo.com/video/',
  tiktok: 'https://www.tiktok.com/player/v1/',
  gumlet: 'https://play.gumlet.io/embed/',
};

/** Address of a video site's player, which receives only the video's id. */
function playerUrl(
  type: string,
  content: Fields,
  hasControls: boolean,
  isAutoplay: boolean,
): string | undefined {
  const id = getText(content, 'id');
  const base = PLAYERS[type];
  if (!id || !base) return undefined;
  const url = new URL(base + encodeURIComponent(id));
  for (const [name, value] of new URLSearchParams(getText(content, 'queryParamsStr')))
    url.searchParams.set(name, value);
  if (isAutoplay) url.searchParams.set('autoplay', '1');
  if (!hasControls) url.searchParams.set('controls', '0');
  return url.href;
}

export function embed(content: Fields): ComponentChild {
  const src = frameUrl(getText(content, 'url'));
  if (!src) return undefined;
  const height = `${getNumber(content, 'height') ?? DEFAULT_HEIGHT_PX}px`;
  return frame(src, 'Embedded page', 'camera; microphone; fullscreen; clipboard-write', { height });
}

function frame(src: string, title: string, allow: string, style: Record<string, string>): ComponentChild {
  return (
    <iframe
      src={src}
      title={title}
      allow={allow}
      referrerpolicy="strict-origin-when-cross-origin"
      style={style}
    />
  );
}
