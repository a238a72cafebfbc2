import { ApiError } from '#apps/client/api-error.ts';

/** The service did not publish a bot, because conversations would break off. The cause is its response. */
export class InvalidFlowError extends Error {
  override name = 'InvalidFlowError';
}

/**
 * Returns the error to report for a publication that failed. Conflicts about anything but the flow, such as a
 * publicId that is taken, stay as they are: `--force` would not help.
 */
export function toPublishError(error: unknown): unknown {
  const isAboutTheFlow =
    error instanceof ApiError &&
    error.code === 'CONFLICT' &&
    error.issues.some(({ path }) => /^bot\.(groups|edges|events)\b/.test(path));
  return isAboutTheFlow ? new InvalidFlowError('--force publishes it anyway', { cause: error }) : error;
}
