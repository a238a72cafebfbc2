import * as z from 'zod';
import { LEGACY_OPENAI } from '#lib/blocks/integrations/legacy-openai.ts';
import { type CompletionService, requestChatCompletion } from '#lib/engine/ai/chat-completion.ts';
import { completionParts } from '#lib/engine/ai/completion.ts';
import { type AiMessage, conversationMessages, toTexts } from '#lib/engine/ai/conversation-messages.ts';
import { createSpeech } from '#lib/engine/ai/openai-audio.ts';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import {
  lenientList,
  numberOrTemplate,
  optionalEnum,
  optionalObject,
  optionalText,
  readOptions,
} from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { blockCredentials } from '#lib/engine/services/block-credentials.ts';
import { CredentialsRefusedError, credentialBaseUrl } from '#lib/engine/services/credential-hosts.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import { logBlockFailure, optionalSecret, renderedOptions, toNumber } from './action-block.ts';
import { OPENAI_BASE_URL } from './openai.ts';

const SEQUENCE = 'Messages sequence ✨';

const sequenceContent = once(() =>
  z.object({
    userMessagesVariableId: optionalText,
    assistantMessagesVariableId: optionalText,
  }),
);

export const legacyOpenaiOptions = once(() =>
  z.object({
    task: optionalText,
    baseUrl: optionalText,
    apiVersion: optionalText,
    model: optionalText,
    messages: lenientList(
      z.object({
        role: optionalText,
        content: z.union([z.string(), sequenceContent()]).optional().catch(undefined),
        dialogueVariableId: optionalText,
        startsBy: optionalEnum(['user', 'assistant']),
      }),
    ),
    advancedSettings: optionalObject({ temperature: numberOrTemplate() }),
    responseMapping: lenientList(z.object({ valueToExtract: optionalText, variableId: optionalText })),
    input: optionalText,
    voice: optionalEnum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']),
    saveUrlInVariableId: optionalText,
  }),
);

type LegacyOptions = z.output<ReturnType<typeof legacyOpenaiOptions>>;

/** OpenAI block of older bots. Like the newer ones, it never streams. */
export const legacyOpenaiBlock: ActionModule = {
  kind: 'integration',
  type: 'OpenAI',
  async run(block, context) {
    const options = readOptions(legacyOpenaiOptions(), renderedOptions(block.options, context));
    const { task = 'Create chat completion' } = options;
    // "Create image" never did anything.
    if (task !== 'Create chat completion' && task !== 'Create speech') return {};
    try {
      const credentials = await blockCredentials(block, context, LEGACY_OPENAI);
      const apiKey = credentials && optionalSecret(credentials, 'apiKey');
      if (!apiKey) {
        context.log({ status: 'error', description: 'Make sure to select an OpenAI account' });
        return {};
      }
      const service = getService(apiKey, { block, credentials }, options);
      if (task === 'Create speech') await speak(service, options, context);
      else await complete(service, options, context);
    } catch (error) {
      logBlockFailure(asTheBlockSaysIt(error), undefined, context);
    }
    return {};
  },
};

function getService(
  apiKey: string,
  { block, credentials }: { block: ChatBlock; credentials: JsonObject },
  { baseUrl: filled, apiVersion }: LegacyOptions,
): CompletionService {
  const standard = optionalSecret(credentials, 'baseUrl') ?? OPENAI_BASE_URL;
  return { apiKey, baseUrl: credentialBaseUrl({ block, credentials, filled, standard }), apiVersion };
}

async function complete(
  service: CompletionService,
  options: LegacyOptions,
  context: BlockContext,
): Promise<void> {
  const messages = options.messages.flatMap((message): AiMessage[] => {
    const { content } = message;
    if (message.role === SEQUENCE) return typeof content === 'object' ? sequence(content, context) : [];
    return conversationMessages(
      [{ ...message, content: typeof content === 'string' ? content : undefined }],
      context.variables,
    );
  });
  if (messages.length === 0) return;
  const { model = 'gpt-3.5-turbo', advancedSettings } = options;
  const request = { model, messages, temperature: toNumber(advancedSettings?.temperature) };
  const completion = await requestChatCompletion(service, request, context);
  if (completion.text === '') return;
  const parts = completionParts(completion);
  for (const { valueToExtract = 'Message content', variableId } of options.responseMapping) {
    if (!Object.hasOwn(parts, valueToExtract)) continue;
    const value = parts[valueToExtract];
    const kept = context.variables.valueOf(variableId);
    const appends = valueToExtract === 'Message content' && Array.isArray(kept);
    context.set(variableId, appends ? [...kept, value] : value);
  }
}

/**
 * Reads the separate lists of user and assistant texts, which alternate. From here on, both variables are
 * lists, so that later texts are appended.
 */
function sequence(
  { userMessagesVariableId, assistantMessagesVariableId }: z.output<ReturnType<typeof sequenceContent>>,
  context: BlockContext,
): AiMessage[] {
  const said = listIn(userMessagesVariableId, context);
  const generated = listIn(assistantMessagesVariableId, context);
  const length = Math.max(said.length, generated.length);
  return Array.from({ length }, (_, index): AiMessage[] => [
    { role: 'user', content: said[index] ?? '' },
    { role: 'assistant', content: generated[index] ?? '' },
  ])
    .flat()
    .filter(({ content }) => content !== '');
}

function listIn(variableId: string | undefined, context: BlockContext): string[] {
  const value = context.variables.valueOf(variableId);
  const texts = toTexts(value);
  if (typeof value === 'string') context.set(variableId, texts);
  return texts;
}

async function speak(
  service: CompletionService,
  options: LegacyOptions,
  context: BlockContext,
): Promise<void> {
  const { model = 'tts-1', input, voice = 'alloy', saveUrlInVariableId } = options;
  if (input === undefined || saveUrlInVariableId === undefined) return;
  context.set(saveUrlInVariableId, await createSpeech(service, { model, input, voice }, context));
}

function asTheBlockSaysIt(error: unknown): unknown {
  if (!(error instanceof BlockError) || error instanceof CredentialsRefusedError) return error;
  const details = error.details ?? error.message;
  return error.status === undefined
    ? new BlockError('Internal error', { details })
    : new BlockError(`OpenAI API error - ${error.status}`, { details });
}
