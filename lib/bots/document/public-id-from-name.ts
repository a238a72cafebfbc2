import slugify from 'slugify';
import { createId } from '#lib/platform/store/create-id.ts';

const MAX_NAME_CHARS = 60;
const SUFFIX_CHARS = 7;

/**
 * Generates a readable publicId that is almost certainly free: `Lead generation ✨` →
 * `lead-generation-k3v9x2b`.
 */
export function publicIdFromName(name: string): string {
  // Truncated again afterwards, because slugify can turn a single character such as `$` into a word.
  const words = slugify(name.slice(0, MAX_NAME_CHARS), { lower: true, strict: true })
    .slice(0, MAX_NAME_CHARS)
    .replace(/^-+|-+$/g, '');
  return `${words || 'bot'}-${createId(SUFFIX_CHARS)}`;
}
