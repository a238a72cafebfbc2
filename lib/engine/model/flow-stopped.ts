/** Thrown when a flow loops, exceeds the turn's time limit, or sends more than fits into a response. */
export class FlowStoppedError extends Error {
  /** Text shown to the respondent. The error's message is for the bot's owner. */
  readonly shownText: string;

  constructor(message: string, shownText: string) {
    super(message);
    this.name = 'FlowStoppedError';
    this.shownText = shownText;
  }
}

export const STOPPED_IN_CIRCLES = 'This conversation was stopped because the bot is in a loop.';
export const STOPPED_AT_LENGTH = 'This conversation was stopped because the bot has too much to say at once.';
export const STOPPED_IN_TIME = 'This conversation was stopped because the bot took too long.';
