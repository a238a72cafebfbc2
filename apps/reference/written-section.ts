/**
 * Replaces the part of a page between two marks, which `npm run docs` writes.
 *
 * @param name of the section, in the marks: `<!-- name: written by … -->` and `<!-- /name -->`
 * @param source file that the section is written from
 * @throws Error if the page lacks the marks
 */
export function withWrittenSection(
  page: string,
  { name, source }: { name: string; source: string },
  content: string,
): string {
  const startMark = `<!-- ${name}: written by \`npm run docs\` from ${source} -->`;
  const start = page.indexOf(startMark);
  const end = page.indexOf(`<!-- /${name} -->`);
  if (start < 0 || end < start) throw new Error(`A page has lost the marks around its ${name}`);
  return `${page.slice(0, start)}${startMark}\n${content}\n${page.slice(end)}`;
}
