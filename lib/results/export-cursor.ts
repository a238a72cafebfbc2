import { createHash } from 'node:crypto';
import { badRequest, ServiceError } from '#lib/errors/service-error.ts';

/** Where an export continues: the results exported so far, the export's form and the cursor in the list. */
export type ExportPlace = { count: number; form: string; cursor: string };

/** The parts are base64url or decimal, so none of them contains the dot that separates them. */
export function formatExportCursor({ count, form, cursor }: ExportPlace): string {
  return `${count}.${form}.${cursor}`;
}

/**
 * @param form the form of this request; pages of different forms do not fit into one file
 * @throws BAD_REQUEST if the cursor did not come from an export, CONFLICT if it has another form
 */
export function parseExportCursor(text: string, form: string): ExportPlace {
  const [count = '', formBefore = '', cursor = '', ...rest] = text.split('.');
  if (!/^\d{1,15}$/.test(count) || formBefore === '' || cursor === '' || rest.length > 0) {
    throw badRequest('cursor', 'Not a cursor of an export; leave it out to begin at the start');
  }
  if (formBefore !== form) {
    throw new ServiceError(
      'CONFLICT',
      'The format or the columns are not those that the export began with; begin it again without a cursor',
    );
  }
  return { count: Number(count), form, cursor };
}

/** A short hash that identifies an export's format and columns. */
export function getForm(format: string, columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([format, columns]))
    .digest('base64url')
    .slice(0, 12);
}
