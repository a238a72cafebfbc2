import { ChatRequestError } from '#apps/window/api/chat-api.ts';

/**
 * Why a chat could not start, in words for the respondent.
 *
 * @throws errors that do not come from the service
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof ChatRequestError)) throw error;
  if (error.status === 0) return 'No connection. Please check it and try again.';
  if (error.status === 404) return 'There is no bot at this address, or it has not been published.';
  return error.message;
}
