import type * as z from 'zod';
import { describeAccount } from '#lib/blocks/action-block.options.ts';
import { COMPLETION_PARTS, describeTemperature } from '#lib/blocks/ai/chat-completion.options.ts';
import { describeDialogue, describeMessageText } from '#lib/blocks/ai/messages.options.ts';
import { describeOpenaiApi, describeOpenaiSpeech } from '#lib/blocks/ai/openai-api.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeEntryId,
  describeFields,
  describeList,
  describeSection,
  describeString,
  describeVariable,
  describeVariants,
} from '#lib/blocks/field-schema.ts';

/** Describes the OpenAI block of older bots. */
export function describeLegacyOpenai(): BlockSchema {
  const standard = 'Create chat completion';
  const hint = { title: 'Action', default: standard, unofferedChoices: ['Create image'] };
  const common = { ...describeAccount(), ...describeOpenaiApi() };
  const tasks = {
    [standard]: {
      model: describeString({ title: 'Model', default: 'gpt-3.5-turbo' }),
      messages: describeList(describeMessage(), { title: 'Messages', entryTitle: 'Message' }),
      responseMapping: describeSavedParts(COMPLETION_PARTS),
      advancedSettings: describeSection(
        { temperature: describeTemperature() },
        { title: 'Advanced', isRare: true },
      ),
    },
    'Create speech': describeOpenaiSpeech(),
    'Create image': describeImage(),
  };
  return describeFields({ options: describeVariants(common, { name: 'task', hint, standard }, tasks) });
}

function describeMessage(): z.ZodType {
  const text = {
    ...describeMessageText(),
    name: describeString({ title: 'Name', control: 'hidden' }),
  };
  return describeVariants(
    { id: describeEntryId() },
    {
      name: 'role',
      hint: {
        title: 'By',
        choices: ['Instructions', 'Respondent', 'Model', 'Two lists', 'Saved conversation'],
        unofferedChoices: ['Messages sequence ✨'],
      },
    },
    {
      system: text,
      user: text,
      assistant: text,
      'Messages sequence ✨': {
        content: describeSection(
          {
            userMessagesVariableId: describeVariable({ title: 'Texts by respondent' }),
            assistantMessagesVariableId: describeVariable({ title: 'Texts by model' }),
          },
          { title: 'Lists', description: 'The texts of both lists in turn.' },
        ),
      },
      Dialogue: describeDialogue(),
    },
  );
}

function describeSavedParts(parts: readonly [string, ...string[]]): z.ZodType {
  const entry = {
    id: describeEntryId(),
    valueToExtract: describeChoice(parts, { title: 'Part', default: parts[0] }),
    variableId: describeVariable({ title: 'Save in' }),
  };
  return describeList(describeSection(entry, { title: 'Saved part' }), { title: 'Save response' });
}

/** Describes an action that does nothing here. */
function describeImage(): z.ZodRawShape {
  return {
    prompt: describeString({ title: 'Prompt', control: 'longText' }),
    advancedOptions: describeSection(
      { size: describeChoice(['256x256', '512x512', '1024x1024'], { title: 'Size' }) },
      { title: 'Advanced' },
    ),
    responseMapping: describeSavedParts(['Image URL']),
  };
}
