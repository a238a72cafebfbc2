/*
 * The text is the same value to a reader of YAML 1.2, which this service is, and to one of YAML 1.1.
 */

/** Text that YAML 1.1 takes for a boolean: `no`, `on`. */
const OLD_BOOLEAN = /^(?:y|n|yes|no|on|off|true|false)$/i;

/** Text that YAML 1.1 may take for a number, a date, or a time as in `12:30`. */
const OLD_NUMBER = /^[-+]?[\d.][\d_:.,\sTtZzxXoOa-fA-F+-]*$/;

/** Characters that editors do not show, or take for the end of a line. Written as escapes, which double quotes have. */
const INVISIBLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Formats a JSON value as YAML: texts of several lines as they are, and no aliases. */
export async function formatYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(value, { schema: 'core', merge: false, aliasDuplicateObjects: false });
  visit(document, {
    Scalar(position, scalar) {
      if (typeof scalar.value !== 'string') return;
      // The package indents a text that is the whole document too little.
      if (position === null || needsQuotes(scalar.value, position === 'key')) {
        scalar.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  const text = document.toString({ lineWidth: 0, blockQuote: 'literal' });
  return text.replace(INVISIBLE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function needsQuotes(text: string, isKey: boolean): boolean {
  if (text.search(INVISIBLE) >= 0) return true;
  // Positions have `x` and `y`. No reader in use takes that for a boolean.
  if (isKey && text === 'y') return false;
  // As a block, lines of nothing but spaces would lose them.
  if (text.includes('\n') && text.trim() === '') return true;
  return text === '<<' || OLD_BOOLEAN.test(text) || OLD_NUMBER.test(text);
}
