import * as z from 'zod';
import { once } from '#lib/platform/validation/once.ts';

/** A registered host name, as responses have it. */
export const customDomain = once(() => z.object({ name: z.string(), createdAt: z.iso.datetime() }));
