import * as z from 'zod';
import { once } from '#lib/platform/validation/once.ts';

/** Fields of a release, apart from its flow. */
export const release = once(() => ({
  release: z.int().min(1),
  createdAt: z.iso.datetime({ offset: true }),
  /**
   * When the release was first published. Null if it only preserves a draft that was replaced by a restored
   * release or an imported document.
   */
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  /** The token that made the release. Absent for old releases. */
  createdBy: z.object({ tokenId: z.string(), tokenName: z.string() }).optional(),
}));
