import * as z from 'zod';
import { variable } from '#lib/bots/document/bot-schema.ts';

const timestamp = z.iso.datetime({ offset: true });

export const answer = z.object({
  createdAt: timestamp,
  resultId: z.string(),
  blockId: z.string(),
  groupId: z.string(),
  /** Null where the input saves into no variable. */
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

/** A result in a list: one whose answers alone fill more than a page is cut, and says so. */
export const listedResult = result.extend({
  /** How many answers, the last ones, did not fit. Absent where all are there. */
  omittedAnswers: z.int().min(1).optional(),
});

export type Answer = z.output<typeof answer>;
export type Result = z.output<typeof result>;
export type ListedResult = z.output<typeof listedResult>;
