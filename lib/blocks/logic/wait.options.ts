import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeNumber,
  describeSection,
} from '#lib/blocks/field-schema.ts';

/** Describes a wait. */
export function describeWait(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        secondsToWaitFor: describeNumber({ title: 'Time', unit: 's' }),
        shouldPause: describeFlag({
          title: 'Pause the chat',
          description: 'Runs the following blocks after the wait, not before it.',
          default: false,
          isRare: true,
        }),
      },
      { title: 'Wait' },
    ),
  });
}
