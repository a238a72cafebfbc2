import { useId, useState } from 'preact/hooks';

/** Error of a form, and the attributes with which its fields refer to it. */
export type Complaint = {
  id: string;
  /** Why the service did not accept the last reply. The conversation shows this text already. */
  refusal: string | undefined;
  /** An error that the form itself has found. */
  text: string | undefined;
  report(text: string | undefined): void;
  /** Attributes for the field that has to be corrected. */
  attributes: { 'aria-invalid'?: true; 'aria-describedby'?: string };
};

export function useComplaint(refusal: string | undefined): Complaint {
  const id = useId();
  const [text, report] = useState<string>();
  const attributes = (text ?? refusal) ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {};
  return { id, refusal, text, report, attributes };
}

/** The line in which a form shows its error. */
export function ComplaintLine({ complaint: { id, refusal, text } }: { complaint: Complaint }) {
  return (
    <>
      {refusal && !text && (
        <span id={id} class="unseen">
          {refusal}
        </span>
      )}
      {/* Always there, because screen readers announce only what is added to an alert that they know. */}
      <p class="complaint" role="alert" id={text ? id : undefined}>
        {text}
      </p>
    </>
  );
}
