import * as z from 'zod';
import { POSTHOG } from '#lib/blocks/integrations/posthog.ts';
import { lenientList, optionalFlag, optionalText } from '#lib/engine/model/block-options.ts';
import { askService } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import {
  type ActionRun,
  actionBlock,
  type BlockAction,
  optionalSecret,
  required,
  requiredSecret,
} from './action-block.ts';
import { fillPairs } from './filled-pairs.ts';

const pairs = once(() => lenientList(z.object({ key: optionalText, value: optionalText })));

export const posthogOptions = once(() =>
  z.object({
    isAnonymous: optionalFlag,
    distinctId: optionalText,
    event: optionalText,
    properties: pairs(),
    personProperties: pairs(),
    groups: lenientList(z.object({ type: optionalText, key: optionalText })),
    groupType: optionalText,
    groupKey: optionalText,
  }),
);

type PosthogOptions = z.output<ReturnType<typeof posthogOptions>>;

/** Short, because the conversation does not depend on the response. */
const TIMEOUT_MS = 5_000;

const capture: BlockAction<PosthogOptions> = {
  doing: 'While capturing an event',
  async run(options, run) {
    const { isAnonymous, properties, personProperties, groups } = options;
    const event = required(options.event, 'No event provided');
    // Anonymous visitors need an id too, so use the session's.
    const distinctId = isAnonymous
      ? (options.distinctId ?? run.context.chat.sessionId)
      : required(options.distinctId, 'No distinct ID provided');
    const person = fillPairs(personProperties);
    const groupKeys = fillPairs(groups.map(({ type, key }) => ({ key: type, value: key })));
    await send(
      {
        event,
        distinct_id: distinctId,
        properties: {
          ...fillPairs(properties),
          ...(isAnonymous && { $process_person_profile: false }),
          ...(!isAnonymous && Object.keys(person).length > 0 && { $set: person }),
          ...(Object.keys(groupKeys).length > 0 && { $groups: groupKeys }),
        },
      },
      run,
    );
    return undefined;
  },
};

const identifyGroup: BlockAction<PosthogOptions> = {
  doing: 'While identifying a group',
  async run({ distinctId, groupType, groupKey, properties }, run) {
    const type = required(groupType, 'No group type provided');
    const key = required(groupKey, 'No group key provided');
    await send(
      {
        event: '$groupidentify',
        distinct_id: distinctId ?? `$${type}_${key}`,
        properties: { $group_type: type, $group_key: key, $group_set: fillPairs(properties) },
      },
      run,
    );
    return undefined;
  },
};

/** @throws BlockError */
async function send(event: JsonObject, { context, credentials }: ActionRun): Promise<void> {
  const host =
    optionalSecret(credentials, 'host') ??
    optionalSecret(credentials, 'baseUrl') ??
    'https://us.i.posthog.com';
  const apiKey = requiredSecret(credentials, 'apiKey');
  await askService(
    {
      url: `${host.replace(/\/+$/, '')}/i/v0/e/`,
      json: {
        api_key: apiKey,
        ...event,
        timestamp: context.ports.now().toISOString(),
      },
      bodySecrets: [apiKey],
      maxTimeoutMs: TIMEOUT_MS,
    },
    context.ports,
  );
}

/** Sends events to PostHog. */
export const posthogBlock = actionBlock({
  about: POSTHOG,
  options: posthogOptions,
  actions: { Capture: capture, 'Identify Group': identifyGroup },
});
