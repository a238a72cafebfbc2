import type * as z from 'zod';
import { describeNumber } from './field-schema.ts';

/** Describes the height of a bubble that shows another page or a video. */
export function describeBubbleHeight(): z.ZodType {
  return describeNumber({ title: 'Height', default: 400, unit: 'px' });
}
