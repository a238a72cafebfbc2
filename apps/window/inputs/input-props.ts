import type { Fields } from '#apps/client/loose-fields.ts';
import type { ChatApi } from '#apps/window/api/chat-api.ts';
import type { GivenReply, ShownInput } from '#apps/window/api/chat-types.ts';
import type { SystemMessage } from '#apps/window/labels.ts';

/** Commands that the window or the page can give to an input. */
export type InputHandle = {
  /** Focuses the first control, without scrolling. */
  focus(): void;
  /** Fills in the field, if the input is typed as text. */
  setValue?(text: string): void;
  /** Sends the answer as the respondent would. */
  submit?(): void;
};

/** Props of every input component. A new input gets a new component, so none of them change. */
export type InputProps = {
  input: ShownInput;
  options: Fields;
  /** The question of the bot, used as the accessible name. It stays the same when the bot asks again. */
  question: string;
  /** Error of the previous reply, if the bot asks again. It is also shown as a bubble. */
  complaint?: string | undefined;
  /** Initial value, if the bot's settings enable prefilling. */
  prefilledValue: string | undefined;
  answer(reply: GivenReply): void;
  api: ChatApi;
  systemMessage(name: SystemMessage): string;
  /** Receives the handle once the input can be used. Pass it to `useImperativeHandle`. */
  handle(handle: InputHandle | null): void;
};
