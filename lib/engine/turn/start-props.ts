import * as z from 'zod';
import { GOOGLE_ANALYTICS } from '#lib/blocks/integrations/google-analytics.ts';
import { PIXEL } from '#lib/blocks/integrations/pixel.ts';
import { optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatLog, ClientAction } from '#lib/engine/model/chat-protocol.ts';
import { headElements } from '#lib/engine/text/head-elements.ts';
import { once } from '#lib/platform/validation/once.ts';

const trackingOptions = once(() =>
  z.object({
    trackingId: optionalText,
    pixelId: optionalText,
    isInitSkip: optionalFlag,
  }),
);

/**
 * Returns what the client loads into its page before the chat starts: the setup of analytics blocks, and the
 * settings' custom head code. Undefined if there is nothing to load.
 */
export function startPropsAction(flow: ChatFlow): ClientAction | undefined {
  const found = known.get(flow) ?? { action: createAction(flow) };
  known.set(flow, found);
  return found.action;
}

/** Flows are immutable and cached, so each is searched once. */
const known = new WeakMap<ChatFlow, { action: ClientAction | undefined }>();

function createAction({ groups, settings }: ChatFlow): ClientAction | undefined {
  const blocks = groups.flatMap((group) => group.blocks);
  const getOptions = (type: string) =>
    blocks
      .filter((block) => block.type === type)
      .map(({ options }) => readOptions(trackingOptions(), options));
  const googleAnalyticsId = getOptions(GOOGLE_ANALYTICS.type).find(
    ({ trackingId }) => trackingId,
  )?.trackingId;
  const pixelIds = getOptions(PIXEL.type).flatMap(({ pixelId, isInitSkip }) =>
    pixelId && !isInitSkip ? [pixelId] : [],
  );
  const { googleTagManagerId: gtmId, customHeadCode: headCode } = settings.metadata ?? {};
  const customHeadCode = headCode ? headElements(headCode) : '';
  const startPropsToInject = {
    ...(googleAnalyticsId !== undefined && { googleAnalyticsId }),
    ...(pixelIds.length > 0 && { pixelIds }),
    ...(gtmId && { gtmId }),
    ...(customHeadCode !== '' && { customHeadCode }),
  };
  if (Object.keys(startPropsToInject).length === 0) return undefined;
  return { type: 'startPropsToInject', startPropsToInject };
}

const NAMES = [
  ['customHeadCode', 'Custom head code'],
  ['googleAnalyticsId', 'Google Analytics'],
  ['pixelIds', 'Pixel'],
  ['gtmId', 'Google Tag Manager'],
] as const;

/** Returns the log entry that previews get instead of the action. */
export function startPropsPreviewLog({ startPropsToInject: props }: ClientAction): ChatLog {
  const names = NAMES.filter(([key]) => typeof props === 'object' && props !== null && key in props).map(
    ([, name]) => name,
  );
  const verb = names.length === 1 ? 'is' : 'are';
  return { status: 'info', description: `${names.join(', ')} ${verb} not enabled in Preview mode` };
}
