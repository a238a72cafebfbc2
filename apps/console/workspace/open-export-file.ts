import type { OperationData } from '#apps/client/client.ts';

/**
 * Has the browser download the file of a finished export.
 *
 * @throws Error if the job has no file, or if its file has been deleted
 */
export function openExportFile({ file }: OperationData<'getJob'>['job']): void {
  if (!file) throw new Error('The job has no file.');
  if (file.isExpired || file.url === null) {
    throw new Error('The file was deleted: exports are kept for a week. Export the results again.');
  }
  const link = document.createElement('a');
  link.href = file.url;
  link.rel = 'noopener';
  link.download = '';
  link.click();
}
