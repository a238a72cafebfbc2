import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a link to another bot, or to a group of the same one. */
export function describeBotLink(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        typebotId: describeString({ title: 'Bot', control: 'bot' }),
        groupId: describeString({
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
