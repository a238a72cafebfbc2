import type { Commands } from './command.ts';
import type { EmbedKind } from './embed-props.ts';

/** The parts of an element that commands use. */
export type MountedBot = {
  readonly id: string;
  readonly kind: EmbedKind;
  readonly commands: Commands;
  /** Whether a message comes from a frame in this bot's chat, and still from the site that the bot embedded. */
  isFrameOf(message: MessageEvent): boolean;
};

/** The elements of this page, in the order of their appearance. */
export const mountedBots = new Set<MountedBot>();
