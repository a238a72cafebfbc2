import type * as z from 'zod';
import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { describeRowChoice } from '#lib/blocks/choice-of-rows.options.ts';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import {
  type BlockSchema,
  describeChoice,
  describeEntryId,
  describeList,
  describeSection,
  describeString,
  describeVariable,
} from '#lib/blocks/field-schema.ts';
import { describeTextEntries } from '#lib/blocks/key-values.options.ts';

/** Describes a block that adds, changes or reads rows of a spreadsheet. */
export function describeGoogleSheets(): BlockSchema {
  const spreadsheet = {
    spreadsheetId: describeString({
      title: 'Spreadsheet',
      description: 'Its id, which follows `/d/` in its address.',
      placeholder: '1aBcD…',
    }),
    sheetId: describeString({
      title: 'Sheet',
      description: 'Its number, which follows `gid=` in the address.',
      placeholder: '0',
    }),
  };
  return describeActionBlock(
    { ...describeAccount(), ...spreadsheet },
    {
      'Insert a row': { cellsToInsert: describeCells() },
      'Update a row': { filter: describeFilter(), cellsToUpsert: describeCells() },
      'Get data from sheet': {
        filter: describeFilter(),
        cellsToExtract: describeSavedColumns(),
        totalRowsToExtract: describeRowChoice(),
      },
    },
  );
}

const COLUMN = { title: 'Column', description: 'As written in the first row of the sheet.' };

function describeCells(): z.ZodType {
  const fields = { column: COLUMN, value: { title: 'Value' } };
  return describeTextEntries({ title: 'Cell', hasId: true, fields }, { title: 'Cells' });
}

function describeSavedColumns(): z.ZodType {
  const entry = {
    id: describeEntryId(),
    column: describeString(COLUMN),
    variableId: describeVariable({ title: 'Save in' }),
  };
  return describeList(describeSection(entry, { title: 'Saved column' }), { title: 'Save columns' });
}

function describeFilter(): z.ZodType {
  const comparison = {
    id: describeEntryId(),
    column: describeString(COLUMN),
    comparisonOperator: describeChoice(COMPARISON_OPERATORS, { title: 'Comparison' }),
    value: describeString({ title: 'Value' }),
  };
  const fields = {
    logicalOperator: describeChoice(['OR', 'AND'], {
      title: 'Rows meet',
      choices: ['Any comparison', 'All comparisons'],
      default: 'OR',
    }),
    comparisons: describeList(describeSection(comparison, { title: 'Comparison' }), { title: 'Comparisons' }),
  };
  return describeSection(fields, { title: 'Which rows' });
}
