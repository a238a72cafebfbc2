/**
 * Removes differences of case and accents, for searching: `Müller` and `MULLER` become the same. Only marks that
 * count as accents are removed: without their vowel signs, words of many scripts become others.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{Diacritic}&&\p{Mark}]/gv, '')
    .toUpperCase()
    .toLowerCase();
}

/** Returns a test for texts that contain this one, whatever their case and accents. */
export function textMatcher(search: string): (text: string) => boolean {
  const wanted = foldText(search);
  // An accent alone folds to nothing, which every text contains.
  if (wanted === '') return (text) => text.includes(search);
  return (text) => foldText(text).includes(wanted);
}
