/** An option of an input, as it is shown. */
export type Choice = {
  id: string;
  /** Text that the respondent sees. */
  label?: string;
  /** Stored instead of the label. */
  value?: string;
  outgoingEdgeId?: string;
};
