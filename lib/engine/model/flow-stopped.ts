/** The flow runs in a circle, for longer than a turn may take, or says more than an answer can hold. */
export class FlowStopped extends Error {
  /** What the respondent is told; the message is for the owner. */
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
