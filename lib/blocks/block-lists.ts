// Written by `npm run docs` from the files in lib/blocks/. Do not edit.
import { AUDIO } from './bubbles/audio.ts';
import { EMBED } from './bubbles/embed.ts';
import { IMAGE } from './bubbles/image.ts';
import { TEXT } from './bubbles/text.ts';
import { VIDEO } from './bubbles/video.ts';
import { CARDS } from './inputs/cards.ts';
import { CHOICE_INPUT } from './inputs/choice-input.ts';
import { DATE_INPUT } from './inputs/date-input.ts';
import { EMAIL_INPUT } from './inputs/email-input.ts';
import { FILE_INPUT } from './inputs/file-input.ts';
import { NUMBER_INPUT } from './inputs/number-input.ts';
import { PAYMENT_INPUT } from './inputs/payment-input.ts';
import { PHONE_NUMBER_INPUT } from './inputs/phone-number-input.ts';
import { PICTURE_CHOICE_INPUT } from './inputs/picture-choice-input.ts';
import { RATING_INPUT } from './inputs/rating-input.ts';
import { TEXT_INPUT } from './inputs/text-input.ts';
import { TIME_INPUT } from './inputs/time-input.ts';
import { URL_INPUT } from './inputs/url-input.ts';
import { AB_TEST } from './logic/ab-test.ts';
import { BOT_LINK } from './logic/bot-link.ts';
import { CODE } from './logic/code.ts';
import { CONDITION } from './logic/condition.ts';
import { JUMP } from './logic/jump.ts';
import { REDIRECT } from './logic/redirect.ts';
import { RETURN } from './logic/return.ts';
import { SET_VARIABLE } from './logic/set-variable.ts';
import { WAIT } from './logic/wait.ts';
import { WEBHOOK_LISTENER } from './logic/webhook-listener.ts';
import { ANTHROPIC } from './integrations/anthropic.ts';
import { BLINK } from './integrations/blink.ts';
import { CAL_COM } from './integrations/cal-com.ts';
import { CHAT_NODE } from './integrations/chat-node.ts';
import { CHATWOOT } from './integrations/chatwoot.ts';
import { DEEPSEEK } from './integrations/deepseek.ts';
import { DIFY_AI } from './integrations/dify-ai.ts';
import { ELEVENLABS } from './integrations/elevenlabs.ts';
import { EMAIL } from './integrations/email.ts';
import { GMAIL } from './integrations/gmail.ts';
import { GOOGLE_ANALYTICS } from './integrations/google-analytics.ts';
import { GOOGLE_SHEETS } from './integrations/google-sheets.ts';
import { GROQ } from './integrations/groq.ts';
import { HTTP_REQUEST } from './integrations/http-request.ts';
import { LEGACY_OPENAI } from './integrations/legacy-openai.ts';
import { MAKE_COM } from './integrations/make-com.ts';
import { MISTRAL } from './integrations/mistral.ts';
import { NOCODB } from './integrations/nocodb.ts';
import { OPEN_ROUTER } from './integrations/open-router.ts';
import { OPENAI } from './integrations/openai.ts';
import { PABBLY } from './integrations/pabbly.ts';
import { PERPLEXITY } from './integrations/perplexity.ts';
import { PIXEL } from './integrations/pixel.ts';
import { POSTHOG } from './integrations/posthog.ts';
import { QR_CODE } from './integrations/qr-code.ts';
import { SEGMENT } from './integrations/segment.ts';
import { TOGETHER_AI } from './integrations/together-ai.ts';
import { ZAPIER } from './integrations/zapier.ts';
import { ZENDESK } from './integrations/zendesk.ts';

export const BUBBLE_TYPES = [
  AUDIO,
  EMBED,
  IMAGE,
  TEXT,
  VIDEO,
] as const;

export const INPUT_TYPES = [
  CARDS,
  CHOICE_INPUT,
  DATE_INPUT,
  EMAIL_INPUT,
  FILE_INPUT,
  NUMBER_INPUT,
  PAYMENT_INPUT,
  PHONE_NUMBER_INPUT,
  PICTURE_CHOICE_INPUT,
  RATING_INPUT,
  TEXT_INPUT,
  TIME_INPUT,
  URL_INPUT,
] as const;

export const LOGIC_TYPES = [
  AB_TEST,
  BOT_LINK,
  CODE,
  CONDITION,
  JUMP,
  REDIRECT,
  RETURN,
  SET_VARIABLE,
  WAIT,
  WEBHOOK_LISTENER,
] as const;

export const INTEGRATION_TYPES = [
  ANTHROPIC,
  BLINK,
  CAL_COM,
  CHAT_NODE,
  CHATWOOT,
  DEEPSEEK,
  DIFY_AI,
  ELEVENLABS,
  EMAIL,
  GMAIL,
  GOOGLE_ANALYTICS,
  GOOGLE_SHEETS,
  GROQ,
  HTTP_REQUEST,
  LEGACY_OPENAI,
  MAKE_COM,
  MISTRAL,
  NOCODB,
  OPEN_ROUTER,
  OPENAI,
  PABBLY,
  PERPLEXITY,
  PIXEL,
  POSTHOG,
  QR_CODE,
  SEGMENT,
  TOGETHER_AI,
  ZAPIER,
  ZENDESK,
] as const;
