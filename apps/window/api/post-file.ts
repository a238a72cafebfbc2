export type UploadWatch = {
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Cancels the upload. */
  signal: AbortSignal;
};

/**
 * Posts a file with the fields of its presigned form. Uses XMLHttpRequest, because fetch does not report how much of a body
 * has been sent.
 *
 * @returns whether the file is stored
 * @throws AbortError if the upload was cancelled
 */
export async function postFile(
  presignedUrl: string,
  fields: Readonly<Record<string, string>>,
  file: File,
  { onProgress, signal }: UploadWatch,
): Promise<boolean> {
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // Last, because S3 ignores all form fields after the file.
  form.append('file', file);
  const status = await new Promise<number>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => resolve(request.status));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', presignedUrl);
    request.send(form);
  });
  signal.throwIfAborted();
  return status >= 200 && status < 300;
}
