import * as z from 'zod';

/** What is known of a release beside its flow. */
export const release = {
  release: z.int().min(1),
  createdAt: z.iso.datetime({ offset: true }),
  /** When it was published first. Null for a draft that was kept when another release was restored. */
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
};
