// Written by `npm run docs` from the files in lib/blocks/. Do not edit.
import type { BlockModule } from '#lib/engine/model/block-module.ts';
import { audioBlock } from './bubbles/audio.ts';
import { embedBlock } from './bubbles/embed.ts';
import { imageBlock } from './bubbles/image.ts';
import { textBlock } from './bubbles/text.ts';
import { videoBlock } from './bubbles/video.ts';
import { cardsBlock } from './inputs/cards.ts';
import { choiceInputBlock } from './inputs/choice-input.ts';
import { dateInputBlock } from './inputs/date-input.ts';
import { emailInputBlock } from './inputs/email-input.ts';
import { fileInputBlock } from './inputs/file-input.ts';
import { numberInputBlock } from './inputs/number-input.ts';
import { paymentInputBlock } from './inputs/payment-input.ts';
import { phoneNumberInputBlock } from './inputs/phone-number-input.ts';
import { pictureChoiceInputBlock } from './inputs/picture-choice-input.ts';
import { ratingInputBlock } from './inputs/rating-input.ts';
import { textInputBlock } from './inputs/text-input.ts';
import { timeInputBlock } from './inputs/time-input.ts';
import { urlInputBlock } from './inputs/url-input.ts';
import { abTestBlock } from './logic/ab-test.ts';
import { botLinkBlock } from './logic/bot-link.ts';
import { codeBlock } from './logic/code.ts';
import { conditionBlock } from './logic/condition.ts';
import { jumpBlock } from './logic/jump.ts';
import { redirectBlock } from './logic/redirect.ts';
import { returnBlock } from './logic/return.ts';
import { setVariableBlock } from './logic/set-variable.ts';
import { waitBlock } from './logic/wait.ts';
import { webhookListenerBlock } from './logic/webhook-listener.ts';
import { anthropicBlock } from './integrations/anthropic.ts';
import { blinkBlock } from './integrations/blink.ts';
import { calComBlock } from './integrations/cal-com.ts';
import { chatNodeBlock } from './integrations/chat-node.ts';
import { chatwootBlock } from './integrations/chatwoot.ts';
import { deepseekBlock } from './integrations/deepseek.ts';
import { difyAiBlock } from './integrations/dify-ai.ts';
import { elevenlabsBlock } from './integrations/elevenlabs.ts';
import { emailBlock } from './integrations/email.ts';
import { gmailBlock } from './integrations/gmail.ts';
import { googleAnalyticsBlock } from './integrations/google-analytics.ts';
import { googleSheetsBlock } from './integrations/google-sheets.ts';
import { groqBlock } from './integrations/groq.ts';
import { httpRequestBlock } from './integrations/http-request.ts';
import { legacyOpenaiBlock } from './integrations/legacy-openai.ts';
import { makeComBlock } from './integrations/make-com.ts';
import { mistralBlock } from './integrations/mistral.ts';
import { nocodbBlock } from './integrations/nocodb.ts';
import { openRouterBlock } from './integrations/open-router.ts';
import { openaiBlock } from './integrations/openai.ts';
import { pabblyBlock } from './integrations/pabbly.ts';
import { perplexityBlock } from './integrations/perplexity.ts';
import { pixelBlock } from './integrations/pixel.ts';
import { posthogBlock } from './integrations/posthog.ts';
import { qrCodeBlock } from './integrations/qr-code.ts';
import { segmentBlock } from './integrations/segment.ts';
import { togetherAiBlock } from './integrations/together-ai.ts';
import { zapierBlock } from './integrations/zapier.ts';
import { zendeskBlock } from './integrations/zendesk.ts';

/** One module per type of block. */
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
