import { init } from '@paralleldrive/cuid2';
import slugify from 'slugify';

const MAX_NAME_CHARS = 60;
const randomSuffix = init({ length: 7 });

/** `Lead generation ✨` → `lead-generation-k3v9x2b`: readable, and taken by nobody else. */
export function publicIdFromName(name: string): string {
  const words = slugify(name.slice(0, MAX_NAME_CHARS), { lower: true, strict: true }).replace(/^-+|-+$/g, '');
  return `${words || 'bot'}-${randomSuffix()}`;
}
