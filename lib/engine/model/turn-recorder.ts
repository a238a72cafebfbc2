import type { BotEvent } from '#lib/bots/document/bot-document.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';
import type { ChatFlow } from './chat-flow.ts';
import type { ChatVariable } from './variables.ts';

export const STEP_OUTCOMES = [
  /** None of the conditions was met. */
  'else',
  'accepted',
  'refused',
  'skipped',
  /** The reply waits until the flow of an event is through. */
  'interrupted',
  /** The client has done what the block waited for. */
  'continued',
] as const;

export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** Records the steps of a turn. The engine says what it does, and never reads it. */
export type TurnRecorder = {
  /** Begins the step of a block that is run, or that takes a reply. */
  startBlock(flow: ChatFlow, group: ChatGroup, block: ChatBlock): void;
  /** Begins the step of an event, and follows its edge. */
  startEvent(flow: ChatFlow, event: BotEvent): void;
  /** Ends the current step, so that later logs belong to no step. */
  endStep(): void;
  /** Records the edge that the flow takes. An unknown edge leads nowhere. */
  follow(flow: ChatFlow, edgeId: string | undefined): void;
  choose(itemId: string | undefined): void;
  conclude(outcome: StepOutcome): void;
  setVariable(variable: ChatVariable | undefined): void;
  /** @param total number of entries in the logs of the turn so far */
  countLogs(total: number): void;
};
