// Written by `npm run docs` from the files in lib/blocks/. Do not edit.
import type { AnyWords } from './block-type.ts';
import { AUDIO, AUDIO_WORDS } from './bubbles/audio.ts';
import { EMBED, EMBED_WORDS } from './bubbles/embed.ts';
import { IMAGE, IMAGE_WORDS } from './bubbles/image.ts';
import { TEXT, TEXT_WORDS } from './bubbles/text.ts';
import { VIDEO, VIDEO_WORDS } from './bubbles/video.ts';
import { CARDS, CARDS_WORDS } from './inputs/cards.ts';
import { CHOICE_INPUT, CHOICE_INPUT_WORDS } from './inputs/choice-input.ts';
import { DATE_INPUT, DATE_INPUT_WORDS } from './inputs/date-input.ts';
import { EMAIL_INPUT, EMAIL_INPUT_WORDS } from './inputs/email-input.ts';
import { FILE_INPUT, FILE_INPUT_WORDS } from './inputs/file-input.ts';
import { NUMBER_INPUT, NUMBER_INPUT_WORDS } from './inputs/number-input.ts';
import { PAYMENT_INPUT, PAYMENT_INPUT_WORDS } from './inputs/payment-input.ts';
import { PHONE_NUMBER_INPUT, PHONE_NUMBER_INPUT_WORDS } from './inputs/phone-number-input.ts';
import { PICTURE_CHOICE_INPUT, PICTURE_CHOICE_INPUT_WORDS } from './inputs/picture-choice-input.ts';
import { RATING_INPUT, RATING_INPUT_WORDS } from './inputs/rating-input.ts';
import { TEXT_INPUT, TEXT_INPUT_WORDS } from './inputs/text-input.ts';
import { TIME_INPUT, TIME_INPUT_WORDS } from './inputs/time-input.ts';
import { URL_INPUT, URL_INPUT_WORDS } from './inputs/url-input.ts';
import { AB_TEST, AB_TEST_WORDS } from './logic/ab-test.ts';
import { BOT_LINK, BOT_LINK_WORDS } from './logic/bot-link.ts';
import { CODE, CODE_WORDS } from './logic/code.ts';
import { CONDITION, CONDITION_WORDS } from './logic/condition.ts';
import { JUMP, JUMP_WORDS } from './logic/jump.ts';
import { REDIRECT, REDIRECT_WORDS } from './logic/redirect.ts';
import { RETURN, RETURN_WORDS } from './logic/return.ts';
import { SET_VARIABLE, SET_VARIABLE_WORDS } from './logic/set-variable.ts';
import { WAIT, WAIT_WORDS } from './logic/wait.ts';
import { WEBHOOK_LISTENER, WEBHOOK_LISTENER_WORDS } from './logic/webhook-listener.ts';
import { ANTHROPIC, ANTHROPIC_WORDS } from './integrations/anthropic.ts';
import { BLINK, BLINK_WORDS } from './integrations/blink.ts';
import { CAL_COM, CAL_COM_WORDS } from './integrations/cal-com.ts';
import { CHAT_NODE, CHAT_NODE_WORDS } from './integrations/chat-node.ts';
import { CHATWOOT, CHATWOOT_WORDS } from './integrations/chatwoot.ts';
import { DEEPSEEK, DEEPSEEK_WORDS } from './integrations/deepseek.ts';
import { DIFY_AI, DIFY_AI_WORDS } from './integrations/dify-ai.ts';
import { ELEVENLABS, ELEVENLABS_WORDS } from './integrations/elevenlabs.ts';
import { EMAIL, EMAIL_WORDS } from './integrations/email.ts';
import { GMAIL, GMAIL_WORDS } from './integrations/gmail.ts';
import { GOOGLE_ANALYTICS, GOOGLE_ANALYTICS_WORDS } from './integrations/google-analytics.ts';
import { GOOGLE_SHEETS, GOOGLE_SHEETS_WORDS } from './integrations/google-sheets.ts';
import { GROQ, GROQ_WORDS } from './integrations/groq.ts';
import { HTTP_REQUEST, HTTP_REQUEST_WORDS } from './integrations/http-request.ts';
import { LEGACY_OPENAI, LEGACY_OPENAI_WORDS } from './integrations/legacy-openai.ts';
import { MAKE_COM, MAKE_COM_WORDS } from './integrations/make-com.ts';
import { MISTRAL, MISTRAL_WORDS } from './integrations/mistral.ts';
import { NOCODB, NOCODB_WORDS } from './integrations/nocodb.ts';
import { OPEN_ROUTER, OPEN_ROUTER_WORDS } from './integrations/open-router.ts';
import { OPENAI, OPENAI_WORDS } from './integrations/openai.ts';
import { PABBLY, PABBLY_WORDS } from './integrations/pabbly.ts';
import { PERPLEXITY, PERPLEXITY_WORDS } from './integrations/perplexity.ts';
import { PIXEL, PIXEL_WORDS } from './integrations/pixel.ts';
import { POSTHOG, POSTHOG_WORDS } from './integrations/posthog.ts';
import { QR_CODE, QR_CODE_WORDS } from './integrations/qr-code.ts';
import { SEGMENT, SEGMENT_WORDS } from './integrations/segment.ts';
import { TOGETHER_AI, TOGETHER_AI_WORDS } from './integrations/together-ai.ts';
import { ZAPIER, ZAPIER_WORDS } from './integrations/zapier.ts';
import { ZENDESK, ZENDESK_WORDS } from './integrations/zendesk.ts';

export const BLOCK_WORDS: ReadonlyMap<string, AnyWords> = new Map<string, AnyWords>([
  [AUDIO.type, AUDIO_WORDS],
  [EMBED.type, EMBED_WORDS],
  [IMAGE.type, IMAGE_WORDS],
  [TEXT.type, TEXT_WORDS],
  [VIDEO.type, VIDEO_WORDS],
  [CARDS.type, CARDS_WORDS],
  [CHOICE_INPUT.type, CHOICE_INPUT_WORDS],
  [DATE_INPUT.type, DATE_INPUT_WORDS],
  [EMAIL_INPUT.type, EMAIL_INPUT_WORDS],
  [FILE_INPUT.type, FILE_INPUT_WORDS],
  [NUMBER_INPUT.type, NUMBER_INPUT_WORDS],
  [PAYMENT_INPUT.type, PAYMENT_INPUT_WORDS],
  [PHONE_NUMBER_INPUT.type, PHONE_NUMBER_INPUT_WORDS],
  [PICTURE_CHOICE_INPUT.type, PICTURE_CHOICE_INPUT_WORDS],
  [RATING_INPUT.type, RATING_INPUT_WORDS],
  [TEXT_INPUT.type, TEXT_INPUT_WORDS],
  [TIME_INPUT.type, TIME_INPUT_WORDS],
  [URL_INPUT.type, URL_INPUT_WORDS],
  [AB_TEST.type, AB_TEST_WORDS],
  [BOT_LINK.type, BOT_LINK_WORDS],
  [CODE.type, CODE_WORDS],
  [CONDITION.type, CONDITION_WORDS],
  [JUMP.type, JUMP_WORDS],
  [REDIRECT.type, REDIRECT_WORDS],
  [RETURN.type, RETURN_WORDS],
  [SET_VARIABLE.type, SET_VARIABLE_WORDS],
  [WAIT.type, WAIT_WORDS],
  [WEBHOOK_LISTENER.type, WEBHOOK_LISTENER_WORDS],
  [ANTHROPIC.type, ANTHROPIC_WORDS],
  [BLINK.type, BLINK_WORDS],
  [CAL_COM.type, CAL_COM_WORDS],
  [CHAT_NODE.type, CHAT_NODE_WORDS],
  [CHATWOOT.type, CHATWOOT_WORDS],
  [DEEPSEEK.type, DEEPSEEK_WORDS],
  [DIFY_AI.type, DIFY_AI_WORDS],
  [ELEVENLABS.type, ELEVENLABS_WORDS],
  [EMAIL.type, EMAIL_WORDS],
  [GMAIL.type, GMAIL_WORDS],
  [GOOGLE_ANALYTICS.type, GOOGLE_ANALYTICS_WORDS],
  [GOOGLE_SHEETS.type, GOOGLE_SHEETS_WORDS],
  [GROQ.type, GROQ_WORDS],
  [HTTP_REQUEST.type, HTTP_REQUEST_WORDS],
  [LEGACY_OPENAI.type, LEGACY_OPENAI_WORDS],
  [MAKE_COM.type, MAKE_COM_WORDS],
  [MISTRAL.type, MISTRAL_WORDS],
  [NOCODB.type, NOCODB_WORDS],
  [OPEN_ROUTER.type, OPEN_ROUTER_WORDS],
  [OPENAI.type, OPENAI_WORDS],
  [PABBLY.type, PABBLY_WORDS],
  [PERPLEXITY.type, PERPLEXITY_WORDS],
  [PIXEL.type, PIXEL_WORDS],
  [POSTHOG.type, POSTHOG_WORDS],
  [QR_CODE.type, QR_CODE_WORDS],
  [SEGMENT.type, SEGMENT_WORDS],
  [TOGETHER_AI.type, TOGETHER_AI_WORDS],
  [ZAPIER.type, ZAPIER_WORDS],
  [ZENDESK.type, ZENDESK_WORDS],
]);
