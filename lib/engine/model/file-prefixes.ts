/** Where files are in the bucket. Those below `private/` have no public address. */
export const FILE_PREFIXES = {
  /** What blocks make. */
  generated: 'generated/',
  /** What respondents upload. */
  uploads: 'uploads/',
  private: 'private/',
} as const;
