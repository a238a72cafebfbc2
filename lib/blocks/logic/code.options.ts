import {
  type BlockSchema,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a script. */
export function describeCode(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        name: describeString({ title: 'Name', default: 'Script' }),
        content: describeString({ title: 'Code', control: 'code', language: 'javascript' }),
        isExecutedOnClient: describeFlag({
          title: 'Run in the browser',
          description: 'Otherwise the service runs it, and it can set variables.',
          default: true,
        }),
        isUnsafe: describeFlag({ title: 'Untrusted code', control: 'hidden' }),
        // Has no effect here.
        shouldExecuteInParentContext: describeFlag({ title: 'Run in outer page', control: 'hidden' }),
      },
      { title: 'Script' },
    ),
  });
}
