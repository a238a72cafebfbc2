import * as z from 'zod';
import { OPENAI } from '#lib/blocks/integrations/openai.ts';
import { aiTools, usableTools } from '#lib/engine/ai/ai-tool.ts';
import type { CompletionService } from '#lib/engine/ai/chat-completion.ts';
import { assignParts } from '#lib/engine/ai/completion.ts';
import { createThread, requestAssistantMessage } from '#lib/engine/ai/openai-assistant.ts';
import { createSpeech, requestTranscription } from '#lib/engine/ai/openai-audio.ts';
import { requestModelResponse } from '#lib/engine/ai/openai-responses.ts';
import {
  lenientList,
  numberOrTemplate,
  optionalEnum,
  optionalFlag,
  optionalText,
} from '#lib/engine/model/block-options.ts';
import { credentialBaseUrl } from '#lib/engine/services/credential-hosts.ts';
import { once } from '#lib/platform/validation/once.ts';
import { type ActionRun, actionBlock, type BlockAction, required, toNumber } from './action-block.ts';
import {
  chatCompletionOptions,
  completionService,
  createChatCompletion,
  extractionOptions,
  generateVariables,
} from './chat-completion-block.ts';
import { getHostedTools } from './openai-hosted-tools.ts';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

export const openaiOptions = once(() =>
  z.object({
    ...chatCompletionOptions().shape,
    ...extractionOptions().shape,
    baseUrl: optionalText,
    apiVersion: optionalText,
    message: optionalText,
    functions: aiTools(),
    // Options of the "Ask Assistant" action.
    assistantId: optionalText,
    threadId: optionalText,
    threadVariableId: optionalText,
    additionalInstructions: optionalText,
    // Options of the "Ask Model" action.
    instructions: optionalText,
    responseIdVariableId: optionalText,
    fileSearchVectorStoreIds: lenientList(z.string()),
    fileSearchMaxNumResults: numberOrTemplate(),
    fileSearchScoreThreshold: numberOrTemplate(),
    webSearchEnabled: optionalFlag,
    codeInterpreterEnabled: optionalFlag,
    // Options of the "Create speech" action.
    input: optionalText,
    voice: optionalEnum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']),
    saveUrlInVariableId: optionalText,
    // Options of the "Create transcription" action.
    url: optionalText,
    transcriptionVariableId: optionalText,
  }),
);

type OpenaiOptions = z.output<ReturnType<typeof openaiOptions>>;

function getService(
  { block, credentials }: ActionRun,
  { baseUrl: filled, apiVersion }: OpenaiOptions,
): CompletionService {
  const { apiKey, baseUrl: standard } = completionService(credentials, OPENAI_BASE_URL);
  return { apiKey, baseUrl: credentialBaseUrl({ block, credentials, filled, standard }), apiVersion };
}

/** Models that reject images. All newer ones accept them. */
const TEXT_ONLY = /^(gpt-3\.5|gpt-4$|gpt-4-(\d|32k)|o1-mini|o1-preview|o3-mini|text-)/;

const askModel: BlockAction<OpenaiOptions> = {
  doing: 'While asking the model',
  async run(options, run) {
    const { context } = run;
    const service = getService(run, options);
    const { responseIdVariableId } = options;
    const previous = context.variables.valueOf(responseIdVariableId);
    const { text, responseId } = await requestModelResponse(
      service,
      {
        model: required(options.model, 'No model provided'),
        message: required(options.message, 'No message provided'),
        instructions: options.instructions,
        previousResponseId: typeof previous === 'string' ? previous : undefined,
        temperature: toNumber(options.temperature),
        hostedTools: getHostedTools(options),
        functions: usableTools(options.functions),
      },
      context,
    );
    context.set(responseIdVariableId, responseId);
    assignParts(options.responseMapping, { Message: text, 'Response ID': responseId }, context);
    return undefined;
  },
};

const askAssistant: BlockAction<OpenaiOptions> = {
  doing: 'While asking the assistant',
  async run(options, run) {
    const { context } = run;
    const service = getService(run, options);
    const assistantId = required(options.assistantId, 'No assistant provided');
    const message = required(options.message, 'No message provided');
    const kept = context.variables.valueOf(options.threadVariableId);
    const known = typeof kept === 'string' ? kept : options.threadId;
    const threadId = known ?? (await createThread(service, context));
    if (known === undefined) context.set(options.threadVariableId, threadId);
    const text = await requestAssistantMessage(
      service,
      {
        assistantId,
        threadId,
        message,
        additionalInstructions: options.additionalInstructions,
        functions: usableTools(options.functions),
      },
      context,
    );
    assignParts(options.responseMapping, { Message: text, 'Thread ID': threadId }, context);
    return undefined;
  },
};

const speech: BlockAction<OpenaiOptions> = {
  doing: 'While creating speech',
  async run(options, run) {
    const { context } = run;
    const service = getService(run, options);
    const { model = 'tts-1', voice = 'alloy', instructions } = options;
    const input = required(options.input, 'No input provided');
    const url = await createSpeech(service, { model, input, voice, instructions }, context);
    context.set(options.saveUrlInVariableId, url);
    return undefined;
  },
};

const transcribe: BlockAction<OpenaiOptions> = {
  doing: 'While creating transcription',
  async run(options, run) {
    const { context } = run;
    const service = getService(run, options);
    const { model = 'whisper-1', prompt } = options;
    const url = required(options.url, 'No URL provided');
    context.set(
      options.transcriptionVariableId,
      await requestTranscription(service, { url, model, prompt }, context),
    );
    return undefined;
  },
};

/** Calls models of OpenAI, or of a service with a compatible API. */
export const openaiBlock = actionBlock({
  about: OPENAI,
  options: openaiOptions,
  actions: {
    'Create chat completion': createChatCompletion(getService, { canSee: (model) => !TEXT_ONLY.test(model) }),
    'Ask Model': askModel,
    'Ask Assistant': askAssistant,
    'Generate variables': generateVariables(getService),
    'Create speech': speech,
    'Create transcription': transcribe,
  },
});
