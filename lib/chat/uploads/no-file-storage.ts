/** Message of the refusal by which callers learn that the service stores no files. */
export const NO_FILE_STORAGE = 'File storage is not configured for this service';
