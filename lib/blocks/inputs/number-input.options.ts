import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describeNumber,
  describePattern,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Units that browsers can write out, by the names of ECMA-402. */
const UNITS = [
  'acre',
  'bit',
  'byte',
  'celsius',
  'centimeter',
  'day',
  'degree',
  'fahrenheit',
  'fluid-ounce',
  'foot',
  'gallon',
  'gigabit',
  'gigabyte',
  'gram',
  'hectare',
  'hour',
  'inch',
  'kilobit',
  'kilobyte',
  'kilogram',
  'kilometer',
  'liter',
  'megabit',
  'megabyte',
  'meter',
  'microsecond',
  'mile',
  'mile-scandinavian',
  'milliliter',
  'millimeter',
  'millisecond',
  'minute',
  'month',
  'nanosecond',
  'ounce',
  'percent',
  'petabyte',
  'pound',
  'second',
  'stone',
  'terabit',
  'terabyte',
  'week',
  'yard',
  'year',
] as const;

/** Describes a number input. */
export function describeNumberInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        labels: describeInputTexts({ placeholder: 'Type a number...' }),
        variableId: describeSavedAnswer(),
        min: describeNumber({ title: 'Smallest number' }),
        max: describeNumber({ title: 'Largest number' }),
        step: describeNumber({
          title: 'Step',
          description: 'Distance between two allowed numbers.',
          isRare: true,
        }),
        style: describeChoice(['decimal', 'currency', 'percent', 'unit'], {
          title: 'Kind of number',
          default: 'decimal',
          choices: ['Plain', 'Amount of money', 'Percentage', 'With a unit'],
        }),
        currency: describePattern(/^[A-Za-z]{3}$/, {
          title: 'Currency',
          description: 'Code of three letters.',
          default: 'USD',
          placeholder: 'EUR',
          shownIf: { field: 'style', is: ['currency'] },
        }),
        unit: describeChoice(UNITS, {
          title: 'Unit',
          default: 'kilogram',
          shownIf: { field: 'style', is: ['unit'] },
        }),
        locale: describeString({
          title: 'Locale',
          description: 'Language and country. It says whether 1,000 is one or a thousand.',
          placeholder: 'en-US',
          isRare: true,
        }),
      },
      { title: 'Number input' },
    ),
  });
}
