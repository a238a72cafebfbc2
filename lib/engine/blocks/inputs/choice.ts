/** Something to choose, as it is shown. */
export type Choice = {
  id: string;
  /** What the respondent sees. */
  label?: string;
  /** Stored instead of the label. */
  value?: string;
  outgoingEdgeId?: string;
};
