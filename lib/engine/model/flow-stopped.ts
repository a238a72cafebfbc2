/**
 * The flow was stopped: it goes in circles, takes longer than a turn may, or says more than a response can
 * hold.
 */
export class FlowStopped extends Error {
  /** Text for the respondent. The message is for the bot's owner. */
  readonly shownText: string;

  constructor(message: string, shownText: string) {
    super(message);
    this.name = 'FlowStopped';
    this.shownText = shownText;
  }
}

export const STOPPED_IN_CIRCLES = 'This conversation was stopped, because the bot goes in circles.';
export const STOPPED_AT_LENGTH =
  'This conversation was stopped, because the bot has too much to say at once.';
export const STOPPED_IN_TIME = 'This conversation was stopped, because the bot took too long.';
