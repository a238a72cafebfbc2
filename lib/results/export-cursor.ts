import { createHash } from 'node:crypto';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';

/** Position in an export: number of results so far, a hash of format and columns, and the list's own cursor. */
export type ExportCursor = { count: number; form: string; cursor: string };

/** Joins the parts with dots, which neither base64url nor decimal numbers contain. */
export function formatExportCursor({ count, form, cursor }: ExportCursor): string {
  return `${count}.${form}.${cursor}`;
}

/**
 * @param form hash of this request's format and columns, which must be the same on all pages of a file
 * @throws BAD_REQUEST if the cursor did not come from an export, CONFLICT if the format or columns differ
 */
export function parseExportCursor(text: string, form: string): ExportCursor {
  const [count = '', formBefore = '', cursor = '', ...rest] = text.split('.');
  if (!/^\d{1,15}$/.test(count) || formBefore === '' || cursor === '' || rest.length > 0) {
    throw badRequest('cursor', 'Not a valid export cursor; omit it to start from the beginning');
  }
  if (formBefore !== form) {
    throw new ServiceError(
      'CONFLICT',
      'The format or the columns have changed since the export began; start over without a cursor',
    );
  }
  return { count: Number(count), form, cursor };
}

/** Returns a short hash of an export's format and columns. */
export function getForm(format: string, columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([format, columns]))
    .digest('base64url')
    .slice(0, 12);
}
