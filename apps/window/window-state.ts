import type { DynamicTheme, Message } from '#apps/window/api/chat-types.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';

/** Content of a window. Replaced, never changed, so that an earlier state can be compared or stored. */
export type WindowState = {
  entries: readonly Entry[];
  isTyping: boolean;
  prompt: Prompt | undefined;
  /** Percentage, or undefined before the service has said it. */
  progress: number | undefined;
  dynamicTheme: DynamicTheme;
};

/** A bubble in the conversation. Can be stored as JSON. */
export type Entry = { key: number } & (
  | { side: 'host'; kind: 'bubble'; message: Message }
  | { side: 'host'; kind: 'notice'; text: string; link?: { label: string; href: string } }
  | { side: 'guest'; kind: 'reply'; label: string; pictureUrls: readonly string[] }
);

/** Input below the conversation. */
export type Prompt = { key: number } & (
  | { kind: 'input'; props: Omit<InputProps, 'handle'> }
  | { kind: 'choice'; role: 'alert' | 'status' | undefined; text: string | undefined; ways: readonly Way[] }
);

/** A button that the window itself offers. */
export type Way = { label: string; isMain: boolean; go: () => void };

export const EMPTY_WINDOW: WindowState = {
  entries: [],
  isTyping: false,
  prompt: undefined,
  progress: undefined,
  dynamicTheme: {},
};
