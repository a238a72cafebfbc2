import * as z from 'zod';
import { variable } from '#lib/bots/document/bot-schema.ts';

const timestamp = z.iso.datetime({ offset: true });

export const answer = z.object({
  createdAt: timestamp,
  resultId: z.string(),
  blockId: z.string(),
  groupId: z.string(),
  /** Null if the input does not save its answer in a variable. */
  variableId: z.string().nullable(),
  content: z.string(),
  /** Bytes of the files that belong to the answer. */
  storageUsed: z.number(),
});

export const result = z.object({
  id: z.string(),
  createdAt: timestamp,
  botId: z.string(),
  variables: z.array(variable),
  isCompleted: z.boolean(),
  hasStarted: z.boolean(),
  isArchived: z.boolean(),
  /** Oldest first. */
  answers: z.array(answer),
});

/** A result in a list. If its answers do not fit into a page, the last ones are left out. */
export const listedResult = result.extend({
  /** Number of answers left out at the end. Absent if all are included. */
  omittedAnswers: z.int().min(1).optional(),
});

export type Answer = z.output<typeof answer>;
export type Result = z.output<typeof result>;
export type ListedResult = z.output<typeof listedResult>;
