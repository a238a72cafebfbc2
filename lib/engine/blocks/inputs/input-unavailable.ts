import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';

/**
 * An input cannot be shown at all, such as a payment that its provider refuses. The engine logs it and
 * continues after the block, because a respondent can do nothing about it.
 */
export class InputUnavailable extends Error {
  /** Logged beside the message. */
  readonly details: string | undefined;

  constructor(message: string, details?: string) {
    super(message);
    this.name = 'InputUnavailable';
    this.details = details;
  }
}

/** The log entry for it. */
export function unavailableLog({ message, details }: InputUnavailable): ChatLog {
  return {
    status: 'error',
    description: message,
    ...(details !== undefined && { details, hasPrivateDetails: true }),
  };
}
