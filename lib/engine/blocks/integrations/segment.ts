import * as z from 'zod';
import { SEGMENT } from '#lib/blocks/integrations/segment.ts';
import { lenientList, optionalText } from '#lib/engine/model/block-options.ts';
import { askService } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { type ActionRun, actionBlock, type BlockAction, requiredSecret } from './action-block.ts';
import { fillPairs } from './filled-pairs.ts';

const pairs = once(() => lenientList(z.object({ key: optionalText, value: optionalText })));

export const segmentOptions = once(() =>
  z.object({
    userId: optionalText,
    previousId: optionalText,
    email: optionalText,
    traits: pairs(),
    name: optionalText,
    category: optionalText,
    eventName: optionalText,
    properties: pairs(),
  }),
);

type SegmentOptions = z.output<ReturnType<typeof segmentOptions>>;

/**
 * Sends a message to Segment.
 * @throws BlockError
 */
async function send(
  path: string,
  message: JsonObject,
  { context, credentials }: ActionRun,
): Promise<undefined> {
  const key = requiredSecret(credentials, 'apiKey');
  await askService(
    {
      url: `https://api.segment.io/v1/${path}`,
      credentials: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      json: message,
      maxTimeoutMs: TIMEOUT_MS,
    },
    context.ports,
  );
}

/** Short, because the conversation does not depend on the response. */
const TIMEOUT_MS = 5_000;

/** Does nothing if a field is missing, because the respondent may not have been asked yet. */
function action(
  doing: string,
  getMessage: (options: SegmentOptions) => { path: string; message: JsonObject } | undefined,
): BlockAction<SegmentOptions> {
  return {
    doing,
    run(options, run) {
      const sent = getMessage(options);
      if (sent) return send(sent.path, sent.message, run);
      run.context.log({
        status: 'info',
        description: 'Nothing was sent to Segment: a user id or a name is empty',
        context: doing,
      });
      return undefined;
    },
  };
}

/** Sends user traits and events to Segment. */
export const segmentBlock = actionBlock({
  about: SEGMENT,
  options: segmentOptions,
  actions: {
    'Identify User': action('While identifying a user', ({ userId, email, traits }) =>
      userId === undefined
        ? undefined
        : {
            path: 'identify',
            message: { userId, traits: { ...fillPairs(traits), ...(email !== undefined && { email }) } },
          },
    ),
    Alias: action('While aliasing a user', ({ userId, previousId }) =>
      userId === undefined || previousId === undefined
        ? undefined
        : { path: 'alias', message: { userId, previousId } },
    ),
    Page: action('While recording a page', ({ userId, name, category, properties }) =>
      userId === undefined || name === undefined
        ? undefined
        : {
            path: 'page',
            message: {
              userId,
              name,
              ...(category !== undefined && { category }),
              properties: fillPairs(properties),
            },
          },
    ),
    Track: action('While recording an event', ({ userId, eventName: event, properties }) =>
      userId === undefined || event === undefined
        ? undefined
        : { path: 'track', message: { userId, event, properties: fillPairs(properties) } },
    ),
  },
});
