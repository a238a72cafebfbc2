import { type ChatPorts, HttpRequestError } from '#lib/engine/model/ports.ts';

/** A part of a user message for models that accept images. */
export type VisionPart = { kind: 'text'; text: string } | { kind: 'image'; url: string };

/** Maximum images per request to a model. Each URL is checked first, and the list can be long. */
const MAX_IMAGES = 20;
const LOOK_UP_TIMEOUT_MS = 4_000;

/**
 * Returns a function that finds images in a user's text: paragraphs that consist of an image URL. Lookups are
 * cached, so create one per request to a model.
 */
export function imageLookUp(ports: Pick<ChatPorts, 'http' | 'remainingMs'>) {
  const found = new Map<string, Promise<boolean>>();

  function isImage(url: string): Promise<boolean> {
    const known = found.get(url);
    if (known) return known;
    if (found.size >= MAX_IMAGES) return Promise.resolve(false);
    const isImage = hasImageType(url, ports);
    found.set(url, isImage);
    return isImage;
  }

  /** Returns undefined if the text contains no image. */
  return async function visionParts(text: string): Promise<VisionPart[] | undefined> {
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
    const parts = await Promise.all(
      paragraphs.map(async (paragraph): Promise<VisionPart> => {
        const isAddress = /^https?:\/\/\S+$/i.test(paragraph);
        return isAddress && (await isImage(paragraph))
          ? { kind: 'image', url: paragraph }
          : { kind: 'text', text: paragraph };
      }),
    );
    return parts.some(({ kind }) => kind === 'image') ? joinTexts(parts) : undefined;
  };
}

export type VisionParts = ReturnType<typeof imageLookUp>;

/** Sends only a HEAD request. The model's provider downloads the image itself. */
async function hasImageType(
  url: string,
  { http, remainingMs }: Pick<ChatPorts, 'http' | 'remainingMs'>,
): Promise<boolean> {
  const timeoutMs = Math.min(LOOK_UP_TIMEOUT_MS, remainingMs() / 4);
  try {
    const { status, headers } = await http({ url, method: 'HEAD', timeoutMs });
    return status >= 200 && status < 300 && (headers['content-type'] ?? '').startsWith('image/');
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    // Unreachable, disallowed or invalid URLs are treated as text.
    return false;
  }
}

function joinTexts(parts: readonly VisionPart[]): VisionPart[] {
  const joined: VisionPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: `${last.text}\n\n${part.text}` };
    } else joined.push(part);
  }
  return joined;
}
