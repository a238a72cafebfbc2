import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describeFlag,
  describeList,
  describePlainNumber,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeFileVisibility } from '#lib/blocks/file-visibility.options.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a file input. */
export function describeFileInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        variableId: describeSavedAnswer(),
        isRequired: describeFlag({ title: 'Required', default: true }),
        isMultipleAllowed: describeFlag({ title: 'Several files', default: false }),
        labels: describeInputTexts({
          placeholder: 'Drop a file here, or choose one',
          button: 'Upload',
          others: {
            clear: describeString({ title: 'Clear button', default: 'Clear' }),
            skip: describeString({
              title: 'Skip button',
              description: 'Shown if the file is not required.',
              default: 'Skip',
            }),
            success: describeSection(
              {
                single: describeString({ title: 'One file', default: 'File uploaded' }),
                multiple: describeString({
                  title: 'Several files',
                  description: '{total} becomes their number.',
                  default: '{total} files uploaded',
                }),
              },
              { title: 'After the upload' },
            ),
          },
        }),
        allowedFileTypes: describeSection(
          {
            isEnabled: describeFlag({ title: 'Only some types', default: false }),
            types: describeList(describeString({ title: 'Type', placeholder: '.pdf' }), {
              title: 'Types',
              description: 'Extensions such as .pdf, or media types such as image/png.',
              shownIf: { field: 'isEnabled', is: [true] },
            }),
          },
          { title: 'Types of files', isRare: true },
        ),
        capture: describeChoice(['environment', 'user'], {
          title: 'Camera',
          description: 'Phones open this camera at once.',
          choices: ['Back camera', 'Front camera'],
          isRare: true,
        }),
        visibility: describeFileVisibility(),
        // Left over from documents of version 5 and older.
        sizeLimit: describePlainNumber({ title: 'Size limit', unit: 'MB', control: 'hidden' }),
      },
      { title: 'File input' },
    ),
  });
}
