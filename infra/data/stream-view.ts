import type { StreamViewType } from '@aws-sdk/client-dynamodb';
import type { Config } from '../config.ts';

/** The images in a record of the table's stream, by `bots:tableStream`. Undefined means no stream. */
export const STREAM_VIEWS = {
  'new-and-old-images': 'NEW_AND_OLD_IMAGES',
  'new-image': 'NEW_IMAGE',
  none: undefined,
} as const satisfies Record<Config['tableStream'], StreamViewType | undefined>;
