import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';

/**
 * An input cannot be shown at all, such as a payment whose provider refuses it. The engine logs it and goes on after the
 * block: a respondent can do nothing about it.
 */
export class InputUnavailable extends Error {
  /** What is logged beside the message. */
  readonly details: string | undefined;

  constructor(message: string, details?: string) {
    super(message);
    this.name = 'InputUnavailable';
    this.details = details;
  }
}

/** What is logged of it. */
export function unavailableLog({ message, details }: InputUnavailable): ChatLog {
  return {
    status: 'error',
    description: message,
    ...(details !== undefined && { details, hasPrivateDetails: true }),
  };
}
