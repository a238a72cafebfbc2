import type { BlockModule } from './block-module.ts';
import { audioBlock } from './blocks/bubbles/audio.ts';
import { embedBlock } from './blocks/bubbles/embed.ts';
import { imageBlock } from './blocks/bubbles/image.ts';
import { textBlock } from './blocks/bubbles/text.ts';
import { videoBlock } from './blocks/bubbles/video.ts';
import { cardsBlock } from './blocks/inputs/cards.ts';
import { choiceInputBlock } from './blocks/inputs/choice-input.ts';
import { dateInputBlock } from './blocks/inputs/date-input.ts';
import { emailInputBlock } from './blocks/inputs/email-input.ts';
import { fileInputBlock } from './blocks/inputs/file-input.ts';
import { numberInputBlock } from './blocks/inputs/number-input.ts';
import { paymentInputBlock } from './blocks/inputs/payment-input.ts';
import { phoneNumberInputBlock } from './blocks/inputs/phone-number-input.ts';
import { pictureChoiceInputBlock } from './blocks/inputs/picture-choice-input.ts';
import { ratingInputBlock } from './blocks/inputs/rating-input.ts';
import { textInputBlock } from './blocks/inputs/text-input.ts';
import { timeInputBlock } from './blocks/inputs/time-input.ts';
import { urlInputBlock } from './blocks/inputs/url-input.ts';
import { anthropicBlock } from './blocks/integrations/anthropic.ts';
import { blinkBlock } from './blocks/integrations/blink.ts';
import { calComBlock } from './blocks/integrations/cal-com.ts';
import { chatNodeBlock } from './blocks/integrations/chat-node.ts';
import { chatwootBlock } from './blocks/integrations/chatwoot.ts';
import { deepseekBlock } from './blocks/integrations/deepseek.ts';
import { difyAiBlock } from './blocks/integrations/dify-ai.ts';
import { elevenlabsBlock } from './blocks/integrations/elevenlabs.ts';
import { emailBlock } from './blocks/integrations/email.ts';
import { gmailBlock } from './blocks/integrations/gmail.ts';
import { googleAnalyticsBlock } from './blocks/integrations/google-analytics.ts';
import { googleSheetsBlock } from './blocks/integrations/google-sheets.ts';
import { groqBlock } from './blocks/integrations/groq.ts';
import { httpRequestBlock } from './blocks/integrations/http-request.ts';
import { legacyOpenaiBlock } from './blocks/integrations/legacy-openai.ts';
import { makeComBlock } from './blocks/integrations/make-com.ts';
import { mistralBlock } from './blocks/integrations/mistral.ts';
import { nocodbBlock } from './blocks/integrations/nocodb.ts';
import { openRouterBlock } from './blocks/integrations/open-router.ts';
import { openaiBlock } from './blocks/integrations/openai.ts';
import { pabblyBlock } from './blocks/integrations/pabbly.ts';
import { perplexityBlock } from './blocks/integrations/perplexity.ts';
import { pixelBlock } from './blocks/integrations/pixel.ts';
import { posthogBlock } from './blocks/integrations/posthog.ts';
import { qrCodeBlock } from './blocks/integrations/qr-code.ts';
import { segmentBlock } from './blocks/integrations/segment.ts';
import { togetherAiBlock } from './blocks/integrations/together-ai.ts';
import { zapierBlock } from './blocks/integrations/zapier.ts';
import { zendeskBlock } from './blocks/integrations/zendesk.ts';
import { abTestBlock } from './blocks/logic/ab-test.ts';
import { botLinkBlock } from './blocks/logic/bot-link.ts';
import { codeBlock } from './blocks/logic/code.ts';
import { conditionBlock } from './blocks/logic/condition.ts';
import { jumpBlock } from './blocks/logic/jump.ts';
import { redirectBlock } from './blocks/logic/redirect.ts';
import { returnBlock } from './blocks/logic/return.ts';
import { setVariableBlock } from './blocks/logic/set-variable.ts';
import { waitBlock } from './blocks/logic/wait.ts';
import { webhookListenerBlock } from './blocks/logic/webhook-listener.ts';

/** A module for each type of block. A new block is one more line here, and one in `lib/bots/block-types.ts`. */
export const BLOCK_MODULES: readonly BlockModule[] = [
  audioBlock,
  embedBlock,
  imageBlock,
  textBlock,
  videoBlock,
  cardsBlock,
  choiceInputBlock,
  dateInputBlock,
  emailInputBlock,
  fileInputBlock,
  numberInputBlock,
  paymentInputBlock,
  phoneNumberInputBlock,
  pictureChoiceInputBlock,
  ratingInputBlock,
  textInputBlock,
  timeInputBlock,
  urlInputBlock,
  abTestBlock,
  botLinkBlock,
  codeBlock,
  conditionBlock,
  jumpBlock,
  redirectBlock,
  returnBlock,
  setVariableBlock,
  waitBlock,
  webhookListenerBlock,
  anthropicBlock,
  blinkBlock,
  calComBlock,
  chatNodeBlock,
  chatwootBlock,
  deepseekBlock,
  difyAiBlock,
  elevenlabsBlock,
  emailBlock,
  gmailBlock,
  googleAnalyticsBlock,
  googleSheetsBlock,
  groqBlock,
  httpRequestBlock,
  legacyOpenaiBlock,
  makeComBlock,
  mistralBlock,
  nocodbBlock,
  openRouterBlock,
  openaiBlock,
  pabblyBlock,
  perplexityBlock,
  pixelBlock,
  posthogBlock,
  qrCodeBlock,
  segmentBlock,
  togetherAiBlock,
  zapierBlock,
  zendeskBlock,
];

const BY_TYPE: ReadonlyMap<string, BlockModule> = new Map(
  BLOCK_MODULES.map((module) => [module.type, module]),
);

/** Undefined for types that no version ever had: a document may hold any. */
export function blockModule(type: string): BlockModule | undefined {
  return BY_TYPE.get(type);
}
