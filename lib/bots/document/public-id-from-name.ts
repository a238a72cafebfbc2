import { init } from '@paralleldrive/cuid2';
import slugify from 'slugify';

const MAX_NAME_CHARS = 60;
const randomSuffix = init({ length: 7 });

/** `Lead generation ✨` → `lead-generation-k3v9x2b`: readable, and almost certainly not taken. */
export function publicIdFromName(name: string): string {
  // Cut again afterwards, because a single character such as `$` can become a word.
  const words = slugify(name.slice(0, MAX_NAME_CHARS), { lower: true, strict: true })
    .slice(0, MAX_NAME_CHARS)
    .replace(/^-+|-+$/g, '');
  return `${words || 'bot'}-${randomSuffix()}`;
}
