/** A selectable option of an input. */
export type Choice = {
  id: string;
  /** Text shown to the respondent. */
  label?: string;
  /** Stored instead of the label. */
  value?: string;
  outgoingEdgeId?: string;
};
