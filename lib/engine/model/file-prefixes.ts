/** Key prefixes of files in the bucket. Files below `private/` have no public address. */
export const FILE_PREFIXES = {
  /** Files that blocks make. */
  generated: 'generated/',
  /** Files that respondents upload. */
  uploads: 'uploads/',
  private: 'private/',
} as const;
