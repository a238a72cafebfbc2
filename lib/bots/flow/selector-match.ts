import { PAGE_MARKUP, WINDOW_MARKUP } from '#lib/bots/document/window-markup.ts';

/*
 * Tells whether a selector matches something in a bot's window. States, positions and pseudo-elements are taken to
 * match, because what is shown changes: a selector counts as unmatched only if it never can.
 */

/** The part of a selector that is about one element. */
type Compound = {
  tag: string;
  ids: string[];
  classes: string[];
  attributes: [name: string, value?: string][];
};
type Combinator = ' ' | '>' | '+' | '~';
type Part = { combinator: Combinator; compound: Compound };

/** An element of the markup. The last of a line may stand for any elements inside the one before. */
type Node = Compound & {
  isAnything: boolean;
  /** Everything around it. Elements that have it in common are siblings. */
  parent: string;
};
type Line = Node[];

/** Nobody writes longer ones, and what they match takes too long to find. */
const MAX_PARTS = 40;

const SPACE = /\s/;
const NAME = /^(?:--|-?(?:[a-z_\u0080-\uffff]|\\.))(?:[\w-]|[\u0080-\uffff]|\\.)*/i;

/** @returns undefined if there is something in it that only a browser understands */
export function parseSelector(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let rest = text.trim();
  let combinator: Combinator = ' ';
  while (rest !== '') {
    const found = /^\s*([>+~])\s*/.exec(rest) ?? /^(\s)\s*/.exec(rest);
    if (found) {
      combinator = SPACE.test(found[1] ?? '') ? ' ' : (found[1] as Combinator);
      rest = rest.slice(found[0].length);
    }
    const read = readCompound(rest);
    if (!read) return undefined;
    parts.push({ combinator, compound: read.compound });
    rest = read.rest;
    combinator = ' ';
  }
  return parts;
}

function readCompound(text: string): { compound: Compound; rest: string } | undefined {
  const compound: Compound = { tag: '*', ids: [], classes: [], attributes: [] };
  let rest = text;
  const take = (pattern: RegExp): string | undefined => {
    const [found] = pattern.exec(rest) ?? [];
    if (found !== undefined) rest = rest.slice(found.length);
    return found;
  };
  const tag = take(NAME) ?? take(/^\*/);
  if (tag) compound.tag = tag.toLowerCase();
  for (;;) {
    const start = rest[0];
    if (start === '.' || start === '#') {
      rest = rest.slice(1);
      const name = take(NAME)?.replace(/\\(.)/g, '$1');
      if (name === undefined) return undefined;
      (start === '.' ? compound.classes : compound.ids).push(name);
    } else if (start === '[') {
      const [whole, name = '', operator, quoted, bare] =
        /^\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:["']([^"']*)["']|([^\]\s]+))\s*[is]?\s*)?\]/.exec(rest) ?? [];
      if (whole === undefined) return undefined;
      rest = rest.slice(whole.length);
      const value = quoted ?? bare;
      compound.attributes.push(operator === '=' && value !== undefined ? [name, value] : [name]);
    } else if (start === ':') {
      if (take(/^::?[\w-]+/) === undefined) return undefined;
      if (rest.startsWith('(')) {
        const end = findClosingBracket(rest);
        if (end === undefined) return undefined;
        rest = rest.slice(end + 1);
      }
    } else break;
  }
  return rest === text || !/^(?:$|[\s>+~])/.test(rest) ? undefined : { compound, rest: rest.trimEnd() };
}

function findClosingBracket(text: string): number | undefined {
  let depth = 0;
  for (const [index, char] of [...text].entries()) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}

let known: { window: Line[]; all: Line[] } | undefined;

/** Parsed when it is first needed: most functions that can check a flow never do. */
function getMarkup(): { window: Line[]; all: Line[] } {
  if (!known) {
    const window = WINDOW_MARKUP.map(toLine);
    known = { window, all: [...window, ...PAGE_MARKUP.map(toLine)] };
  }
  return known;
}

function toLine(text: string): Line {
  const around: string[] = [];
  return (parseSelector(text) ?? []).map(({ compound }) => {
    const parent = around.join(' > ');
    around.push(JSON.stringify(compound));
    return { ...compound, isAnything: compound.tag === '*', parent };
  });
}

/** Elements that a selector may match: those that a style sheet of the theme reaches, or all that code reaches. */
export type SelectorRoot = 'window' | 'page';

export function isMatched(parts: readonly Part[], root: SelectorRoot): boolean {
  const { window, all } = getMarkup();
  const markup = root === 'window' ? window : all;
  // The root is not part of the markup: it is the page's, or the host of the window.
  const start = parts.findIndex(({ compound }) => !isRoot(compound));
  if (start === -1 || parts.length > MAX_PARTS) return true;
  const inside = parts.slice(start);
  const hopeless = new Set<string>();

  const matchesAt = (part: number, line: number, index: number): boolean => {
    const [node, wanted] = [markup[line]?.[index], inside[part]];
    if (!node || !wanted || !fits(wanted.compound, node)) return false;
    if (part === 0) return true;
    const state = `${part} ${line} ${index}`;
    if (hopeless.has(state)) return false;
    // The same state cannot help itself.
    hopeless.add(state);
    const goOn = (where: number, at: number) => matchesAt(part - 1, where, at);
    if (node.isAnything && goOn(line, index)) return true;
    switch (wanted.combinator) {
      case '>':
        return goOn(line, index - 1);
      case ' ':
        return Array.from({ length: index }, (_, at) => at).some((at) => goOn(line, at));
      default:
        return markup.some((other, where) => other[index]?.parent === node.parent && goOn(where, index));
    }
  };
  return markup.some((line, where) => line.some((_, index) => matchesAt(inside.length - 1, where, index)));
}

function isRoot({ tag, ids, classes, attributes }: Compound): boolean {
  const isPlain = ids.length + classes.length + attributes.length === 0;
  // `:root`, `:host` and `:scope` are read as anything.
  return isPlain && ['html', 'body', '*'].includes(tag);
}

function fits(wanted: Compound, node: Node): boolean {
  if (!wanted.ids.every((id) => node.ids.includes(id))) return false;
  if (!wanted.classes.every((name) => node.classes.includes(name))) return false;
  if (node.isAnything) return true;
  return (
    (wanted.tag === '*' || wanted.tag === node.tag) &&
    wanted.attributes.every(([name, value]) => {
      const own = node.attributes.find(([ownName]) => ownName === name);
      // Nothing is known here of other attributes, such as those that say what an element means or shows.
      if (name !== 'elementtiming') return true;
      return own !== undefined && (value === undefined || own[1] === undefined || own[1] === value);
    })
  );
}

/** The class names that are Typebot's alone. */
export function ownClassNames(): string[] {
  const names = getMarkup().all.flatMap((line) => line.flatMap(({ classes }) => classes));
  return [...new Set(names)].filter((name) => name.startsWith('typebot-'));
}

/** The first name in a selector that no element has. Undefined if only the nesting is another. */
export function unknownName(parts: readonly Part[], root: SelectorRoot): string | undefined {
  const { window, all } = getMarkup();
  const nodes = (root === 'window' ? window : all).flat();
  for (const { compound } of parts) {
    const { tag } = compound;
    if (tag.includes('-') && !nodes.some((node) => node.tag === tag)) return tag;
    for (const id of compound.ids) if (!nodes.some(({ ids }) => ids.includes(id))) return id;
    for (const name of compound.classes)
      if (!nodes.some(({ classes }) => classes.includes(name))) return name;
  }
  return undefined;
}
