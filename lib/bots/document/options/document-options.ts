import type * as z from 'zod';
import { describeSettings } from './settings.options.ts';
import { describeTheme } from './theme.options.ts';

/** Parts of a document that have a description, and a form in the console. */
export type DescribedPart = 'theme' | 'settings';

/**
 * Builds the strict description of a part of a document, by its key. They are like those of blocks in `lib/blocks/`: only
 * checks, documentation and forms load them.
 */
export const DOCUMENT_OPTIONS: Readonly<Record<DescribedPart, () => z.ZodObject>> = {
  theme: describeTheme,
  settings: describeSettings,
};
