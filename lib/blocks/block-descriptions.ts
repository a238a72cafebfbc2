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
import { describeAudio } from './bubbles/audio.options.ts';
import { describeEmbed } from './bubbles/embed.options.ts';
import { describeImage } from './bubbles/image.options.ts';
import { describeText } from './bubbles/text.options.ts';
import { describeVideo } from './bubbles/video.options.ts';
import { describeCards } from './inputs/cards.options.ts';
import { describeChoiceInput } from './inputs/choice-input.options.ts';
import { describeDateInput } from './inputs/date-input.options.ts';
import { describeEmailInput } from './inputs/email-input.options.ts';
import { describeFileInput } from './inputs/file-input.options.ts';
import { describeNumberInput } from './inputs/number-input.options.ts';
import { describePaymentInput } from './inputs/payment-input.options.ts';
import { describePhoneNumberInput } from './inputs/phone-number-input.options.ts';
import { describePictureChoiceInput } from './inputs/picture-choice-input.options.ts';
import { describeRatingInput } from './inputs/rating-input.options.ts';
import { describeTextInput } from './inputs/text-input.options.ts';
import { describeTimeInput } from './inputs/time-input.options.ts';
import { describeUrlInput } from './inputs/url-input.options.ts';
import { describeAbTest } from './logic/ab-test.options.ts';
import { describeBotLink } from './logic/bot-link.options.ts';
import { describeCode } from './logic/code.options.ts';
import { describeCondition } from './logic/condition.options.ts';
import { describeJump } from './logic/jump.options.ts';
import { describeRedirect } from './logic/redirect.options.ts';
import { describeReturn } from './logic/return.options.ts';
import { describeSetVariable } from './logic/set-variable.options.ts';
import { describeWait } from './logic/wait.options.ts';
import { describeWebhookListener } from './logic/webhook-listener.options.ts';
import { describeAnthropic } from './integrations/anthropic.options.ts';
import { describeBlink } from './integrations/blink.options.ts';
import { describeCalCom } from './integrations/cal-com.options.ts';
import { describeChatNode } from './integrations/chat-node.options.ts';
import { describeChatwoot } from './integrations/chatwoot.options.ts';
import { describeDeepseek } from './integrations/deepseek.options.ts';
import { describeDifyAi } from './integrations/dify-ai.options.ts';
import { describeElevenlabs } from './integrations/elevenlabs.options.ts';
import { describeEmail } from './integrations/email.options.ts';
import { describeGmail } from './integrations/gmail.options.ts';
import { describeGoogleAnalytics } from './integrations/google-analytics.options.ts';
import { describeGoogleSheets } from './integrations/google-sheets.options.ts';
import { describeGroq } from './integrations/groq.options.ts';
import { describeHttpRequest } from './integrations/http-request.options.ts';
import { describeLegacyOpenai } from './integrations/legacy-openai.options.ts';
import { describeMakeCom } from './integrations/make-com.options.ts';
import { describeMistral } from './integrations/mistral.options.ts';
import { describeNocodb } from './integrations/nocodb.options.ts';
import { describeOpenRouter } from './integrations/open-router.options.ts';
import { describeOpenai } from './integrations/openai.options.ts';
import { describePabbly } from './integrations/pabbly.options.ts';
import { describePerplexity } from './integrations/perplexity.options.ts';
import { describePixel } from './integrations/pixel.options.ts';
import { describePosthog } from './integrations/posthog.options.ts';
import { describeQrCode } from './integrations/qr-code.options.ts';
import { describeSegment } from './integrations/segment.options.ts';
import { describeTogetherAi } from './integrations/together-ai.options.ts';
import { describeZapier } from './integrations/zapier.options.ts';
import { describeZendesk } from './integrations/zendesk.options.ts';
import type { BlockSchema } from './field-schema.ts';

/** Builds the strict description of a block, by its type. Only checks, documentation and forms load this. */
export const BLOCK_DESCRIPTIONS: ReadonlyMap<string, () => BlockSchema> = new Map<string, () => BlockSchema>([
  [AUDIO.type, describeAudio],
  [EMBED.type, describeEmbed],
  [IMAGE.type, describeImage],
  [TEXT.type, describeText],
  [VIDEO.type, describeVideo],
  [CARDS.type, describeCards],
  [CHOICE_INPUT.type, describeChoiceInput],
  [DATE_INPUT.type, describeDateInput],
  [EMAIL_INPUT.type, describeEmailInput],
  [FILE_INPUT.type, describeFileInput],
  [NUMBER_INPUT.type, describeNumberInput],
  [PAYMENT_INPUT.type, describePaymentInput],
  [PHONE_NUMBER_INPUT.type, describePhoneNumberInput],
  [PICTURE_CHOICE_INPUT.type, describePictureChoiceInput],
  [RATING_INPUT.type, describeRatingInput],
  [TEXT_INPUT.type, describeTextInput],
  [TIME_INPUT.type, describeTimeInput],
  [URL_INPUT.type, describeUrlInput],
  [AB_TEST.type, describeAbTest],
  [BOT_LINK.type, describeBotLink],
  [CODE.type, describeCode],
  [CONDITION.type, describeCondition],
  [JUMP.type, describeJump],
  [REDIRECT.type, describeRedirect],
  [RETURN.type, describeReturn],
  [SET_VARIABLE.type, describeSetVariable],
  [WAIT.type, describeWait],
  [WEBHOOK_LISTENER.type, describeWebhookListener],
  [ANTHROPIC.type, describeAnthropic],
  [BLINK.type, describeBlink],
  [CAL_COM.type, describeCalCom],
  [CHAT_NODE.type, describeChatNode],
  [CHATWOOT.type, describeChatwoot],
  [DEEPSEEK.type, describeDeepseek],
  [DIFY_AI.type, describeDifyAi],
  [ELEVENLABS.type, describeElevenlabs],
  [EMAIL.type, describeEmail],
  [GMAIL.type, describeGmail],
  [GOOGLE_ANALYTICS.type, describeGoogleAnalytics],
  [GOOGLE_SHEETS.type, describeGoogleSheets],
  [GROQ.type, describeGroq],
  [HTTP_REQUEST.type, describeHttpRequest],
  [LEGACY_OPENAI.type, describeLegacyOpenai],
  [MAKE_COM.type, describeMakeCom],
  [MISTRAL.type, describeMistral],
  [NOCODB.type, describeNocodb],
  [OPEN_ROUTER.type, describeOpenRouter],
  [OPENAI.type, describeOpenai],
  [PABBLY.type, describePabbly],
  [PERPLEXITY.type, describePerplexity],
  [PIXEL.type, describePixel],
  [POSTHOG.type, describePosthog],
  [QR_CODE.type, describeQrCode],
  [SEGMENT.type, describeSegment],
  [TOGETHER_AI.type, describeTogetherAi],
  [ZAPIER.type, describeZapier],
  [ZENDESK.type, describeZendesk],
]);
