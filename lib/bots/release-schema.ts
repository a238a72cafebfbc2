import * as z from 'zod';

/** Fields of a release besides its flow. */
export const release = {
  release: z.int().min(1),
  createdAt: z.iso.datetime({ offset: true }),
  /**
   * When it was first published. Null if it never was: the draft was kept when another release was restored,
   * or when an import replaced it.
   */
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
};
