import * as z from 'zod';
import { STEP_OUTCOMES } from '#lib/engine/model/turn-recorder.ts';
import { once } from '#lib/platform/validation/once.ts';

/** The steps of a turn of a preview. Chats with respondents have none. */
export const turnTrace = once(() =>
  z.object({
    steps: z.array(traceStep()),
    isCut: z.literal(true).optional(),
  }),
);

const traceStep = once(() =>
  z.object({
    botId: z.string().optional(),
    groupId: z.string().optional(),
    blockId: z.string().optional(),
    eventId: z.string().optional(),
    type: z.string(),
    outcome: z.enum(STEP_OUTCOMES).optional(),
    itemId: z.string().optional(),
    edgeId: z.string().optional(),
    variables: z.array(tracedVariable()).optional(),
    logs: z.array(z.number()).optional(),
    requests: z.array(tracedRequest()).optional(),
  }),
);

const tracedVariable = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    value: z.union([z.string(), z.array(z.string().nullable())]).nullable(),
    isCut: z.literal(true).optional(),
  }),
);

const tracedRequest = once(() =>
  z.object({
    method: z.string(),
    host: z.string().optional(),
    status: z.number().optional(),
    error: z.enum(['refused', 'timeout', 'too-large', 'failed']).optional(),
  }),
);
