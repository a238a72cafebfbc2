/** Description of a field. Parts between backticks are code. */
export function FieldNote({ text, id }: { text: string; id?: string }) {
  return (
    <span class="field-note" id={id}>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </span>
  );
}
