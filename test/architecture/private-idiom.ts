/*
 * Words that stand for something else in this code than where its readers come from: `place` for a cursor, a position,
 * a location, a path or a container, `here` and `there` for the target and the source of a move.
 */

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

const DEFINITION = /\b(?:const|let|function\*?|type|class)\s+(\w+)|[({,\s](\w+)\??(?=[:,})])|\b(\w+)(?= =>)/g;

const IDIOM = /^(?:here|there|places?|Place|[A-Za-z]\w*(?:Here|There|Places?))$/;

/** Returns the identifiers of a source with these words, each as often as it is defined or handed on. */
export function findPrivateIdiom(source: string): string[] {
  return [...source.replace(COMMENT_OR_TEXT, ' ').matchAll(DEFINITION)]
    .map(([, declared, listed, parameter]) => declared ?? listed ?? parameter ?? '')
    .filter((name) => IDIOM.test(name));
}
