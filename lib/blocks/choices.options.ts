import type * as z from 'zod';
import { describeFlag, describeString } from './field-schema.ts';

/** Describes how respondents choose from items, whether these are buttons or pictures. */
export function describeChoices(): z.ZodRawShape {
  return {
    isMultipleChoice: describeFlag({
      title: 'Several answers',
      description: 'The answers are saved as one text, separated by commas.',
      default: false,
    }),
    buttonLabel: describeString({
      title: 'Button',
      default: 'Send',
      shownIf: { field: 'isMultipleChoice', is: [true] },
    }),
    isSearchable: describeFlag({ title: 'Search field', default: false }),
    searchInputPlaceholder: describeString({
      title: 'Search placeholder',
      default: 'Filter the options...',
      shownIf: { field: 'isSearchable', is: [true] },
    }),
    areInitialSearchButtonsVisible: describeFlag({
      title: 'Shown before searching',
      description: 'Shows the items before anything is typed into the search field.',
      default: true,
      shownIf: { field: 'isSearchable', is: [true] },
      isRare: true,
    }),
  };
}
