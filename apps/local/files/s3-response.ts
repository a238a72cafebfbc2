/** Response of the server of files: XML, the content of a file, or nothing. */
export type S3Response = {
  status: number;
  headers?: Record<string, string | number>;
  text?: string;
  /** A file on disk, or a range of its bytes. */
  file?: { path: string; start?: number; end?: number };
};

/** Responds with an error as S3 does. */
export function failure(status: number, code: string): S3Response {
  return xml('Error', [`<Code>${code}</Code>`, `<Message>${code}</Message>`], status);
}

/** @param content XML whose texts are escaped */
export function xml(root: string, content: string[], status = 200): S3Response {
  return { status, text: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content.join('')}</${root}>` };
}
