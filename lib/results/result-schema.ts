import * as z from 'zod';
import { variable } from '#lib/bots/document/bot-schema.ts';
import { once } from '#lib/platform/validation/once.ts';

const timestamp = once(() => z.iso.datetime({ offset: true }));

export const answer = once(() =>
  z.object({
    createdAt: timestamp(),
    resultId: z.string(),
    blockId: z.string(),
    groupId: z.string(),
    /** Null if the input does not save its answer in a variable. */
    variableId: z.string().nullable(),
    content: z.string(),
    /** Total size of the answer's files, in bytes. */
    storageUsed: z.number(),
  }),
);

export const result = once(() =>
  z.object({
    id: z.string(),
    createdAt: timestamp(),
    botId: z.string(),
    variables: z.array(variable()),
    isCompleted: z.boolean(),
    hasStarted: z.boolean(),
    isArchived: z.boolean(),
    /** Answers, oldest first. */
    answers: z.array(answer()),
  }),
);

/** A result in a list. If its answers do not fit into a page, the last ones are omitted. */
export const listedResult = once(() =>
  result().extend({
    /** Number of answers omitted at the end. Absent if all are included. */
    omittedAnswers: z.int().min(1).optional(),
  }),
);

export type Answer = z.output<ReturnType<typeof answer>>;
export type Result = z.output<ReturnType<typeof result>>;
export type ListedResult = z.output<ReturnType<typeof listedResult>>;
