import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a jump to another place of the flow. */
export function describeJump(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        groupId: describeString({ title: 'Group', control: 'group' }),
        blockId: describeString({
          title: 'Block',
          description: 'If empty, the first one of the group.',
          control: 'block',
        }),
      },
      { title: 'Jump' },
    ),
  });
}
