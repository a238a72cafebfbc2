import { type ChatPorts, HttpFailure } from '#lib/engine/model/ports.ts';

/** A part of a user's message, for a model that can see. */
export type VisionPart = { kind: 'text'; text: string } | { kind: 'image'; url: string };

/** Images per request to a model. Each is looked up first, and a list of addresses may be long. */
const MAX_IMAGES = 20;
const LOOK_UP_TIMEOUT_MS = 4_000;

/**
 * Looks for images in what a user said: paragraphs that are the address of an image and nothing else. Each
 * request to a model has its own look-up, which remembers what it found.
 */
export function imageLookUp(ports: Pick<ChatPorts, 'http' | 'remainingMs'>) {
  const found = new Map<string, Promise<boolean>>();

  function isImage(url: string): Promise<boolean> {
    const known = found.get(url);
    if (known) return known;
    if (found.size >= MAX_IMAGES) return Promise.resolve(false);
    const answer = hasImageType(url, ports);
    found.set(url, answer);
    return answer;
  }

  /** Returns undefined if there is no image. The text then stays text. */
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
    return parts.some(({ kind }) => kind === 'image') ? joinedTexts(parts) : undefined;
  };
}

export type VisionParts = ReturnType<typeof imageLookUp>;

/** Asks only for the type. The model's service loads the image itself. */
async function hasImageType(
  url: string,
  { http, remainingMs }: Pick<ChatPorts, 'http' | 'remainingMs'>,
): Promise<boolean> {
  const timeoutMs = Math.min(LOOK_UP_TIMEOUT_MS, remainingMs() / 4);
  try {
    const { status, headers } = await http({ url, method: 'HEAD', timeoutMs });
    return status >= 200 && status < 300 && (headers['content-type'] ?? '').startsWith('image/');
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    // It is not reachable, not allowed, or not an address at all. It is then text like any other.
    return false;
  }
}

function joinedTexts(parts: readonly VisionPart[]): VisionPart[] {
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
