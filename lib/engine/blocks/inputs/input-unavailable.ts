import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';

/**
 * Thrown when an input cannot be shown, such as a payment that its provider rejects. The engine logs it and
 * skips the block, because there is nothing the respondent can do about it.
 */
export class InputUnavailableError extends Error {
  /** Logged along with the message. */
  readonly details: string | undefined;

  constructor(message: string, details?: string) {
    super(message);
    this.name = 'InputUnavailableError';
    this.details = details;
  }
}

export function unavailableLog({ message, details }: InputUnavailableError): ChatLog {
  return {
    status: 'error',
    description: message,
    ...(details !== undefined && { details, hasPrivateDetails: true }),
  };
}
