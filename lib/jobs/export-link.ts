import type { ExportFile } from './export-file.ts';

/** How long a link works. A download that has started may take longer. */
export const LINK_SECONDS = 15 * 60;

/**
 * Presigns a link from which anyone can download the file under this name. Sends no request. Loads the SDK
 * lazily, because most jobs have no file.
 */
export async function signExportLink({ bucket, key }: ExportFile, fileName: string): Promise<string> {
  const [{ GetObjectCommand }, { getSignedUrl }, { exportClient }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
    import('./export-client.ts'),
  ]);
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
  });
  return await getSignedUrl(await exportClient(), command, { expiresIn: LINK_SECONDS });
}
