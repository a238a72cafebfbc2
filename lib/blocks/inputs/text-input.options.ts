import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describeFlag,
  describeSection,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeFileVisibility } from '#lib/blocks/file-visibility.options.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a text input. */
export function describeTextInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({ placeholder: 'Type your answer...' }),
        variableId: describeSavedAnswer(),
        isLong: describeFlag({ title: 'Several lines', default: false }),
        inputMode: describeChoice(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'], {
          title: 'Keyboard',
          description: 'The keys that a phone shows.',
          default: 'text',
          choices: [
            'Text',
            'Decimal number',
            'Digits',
            'Phone number',
            'Search',
            'E-mail address',
            'Web address',
          ],
          isRare: true,
        }),
        attachments: describeSection(
          {
            isEnabled: describeFlag({ title: 'Files can be added', default: false }),
            saveVariableId: describeVariable({
              title: 'Save addresses in',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
            visibility: describeFileVisibility(),
          },
          { title: 'Files', isRare: true },
        ),
        audioClip: describeSection(
          {
            isEnabled: describeFlag({ title: 'Can be spoken', default: false }),
            saveVariableId: describeVariable({
              title: 'Save its address in',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
            visibility: describeFileVisibility(),
          },
          { title: 'Voice message', isRare: true },
        ),
        // Typebot wrote it for a while, and nothing has ever read it here.
        isPrefillDisabled: describeFlag({ title: 'No prefilling', control: 'hidden' }),
      },
      { title: 'Text input' },
    ),
  });
}
