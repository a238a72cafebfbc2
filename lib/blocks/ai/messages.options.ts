import type * as z from 'zod';
import {
  describeChoice,
  describeList,
  describeString,
  describeVariable,
  describeVariants,
} from '#lib/blocks/field-schema.ts';

const ROLES = {
  system: 'Instructions',
  user: 'Respondent',
  assistant: 'Model',
  Dialogue: 'Saved conversation',
};

export type MessageRole = keyof typeof ROLES;

/** Describes the text of a message by one role. */
export function describeMessageText(): z.ZodRawShape {
  return { content: describeString({ title: 'Text', control: 'longText' }) };
}

/** Describes a message that stands for a list of texts in a variable. */
export function describeDialogue(): z.ZodRawShape {
  return {
    dialogueVariableId: describeVariable({
      title: 'Conversation',
      description: 'A list of texts, by the respondent and the model in turn.',
    }),
    startsBy: describeChoice(['user', 'assistant'], {
      title: 'First text by',
      choices: [ROLES.user, ROLES.assistant],
      default: 'user',
    }),
  };
}

/** Describes the conversation that a model continues, with messages by these roles. */
export function describeAiMessages(roles: readonly MessageRole[]): z.ZodType {
  const variants = roles.map((role) => [
    role,
    role === 'Dialogue' ? describeDialogue() : describeMessageText(),
  ]);
  const message = describeVariants(
    {},
    { name: 'role', hint: { title: 'By', choices: roles.map((role) => ROLES[role]) } },
    Object.fromEntries(variants),
  );
  return describeList(message, {
    title: 'Messages',
    description: 'The model replies to the last one.',
    entryTitle: 'Message',
  });
}
