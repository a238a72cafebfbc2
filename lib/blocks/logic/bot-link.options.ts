import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeText,
} from '#lib/blocks/field-schema.ts';

/** Describes a link to another bot, or to a group of the same one. */
export function describeBotLink(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        typebotId: describeText({ title: 'Bot', control: 'bot' }),
        groupId: describeText({
          title: 'Group',
          description: 'If empty, the bot begins at its start.',
          control: 'group',
        }),
        mergeResults: describeFlag({
          title: 'One result',
          description: 'Saves answers to the other bot with those to this one.',
          default: false,
        }),
      },
      { title: 'Bot' },
    ),
  });
}
