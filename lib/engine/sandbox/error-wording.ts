import { OUT_OF_MEMORY } from './code-error.ts';

/** An error as the machine words it, and the code that caused it. */
export type MachineError = { name: string; message: string; stack: string; code: string };

const WORDINGS: [pattern: RegExp, wording: string][] = [
  [/^'(.+)' is not defined$/, '$1 is not defined'],
  [/^cannot read property '(.+)' of (null|undefined)$/, "Cannot read properties of $2 (reading '$1')"],
  [/^cannot set property '(.+)' of (null|undefined)$/, "Cannot set properties of $2 (setting '$1')"],
  [/^cannot read property of (null|undefined)$/, 'Cannot read properties of $1'],
  [/^'.+' is read-only$/, 'Assignment to constant variable.'],
  [/^unexpected token in expression: '(.+)'$/, "Unexpected token '$1'"],
  [/^(unexpected (character|end of string)|invalid number literal)$/, 'Invalid or unexpected token'],
  [/^invalid assignment left-hand side$/, 'Invalid left-hand side in assignment'],
  [/^stack overflow$/, 'Maximum call stack size exceeded'],
  [/^out of memory$/, OUT_OF_MEMORY],
];

const NATIVE = new Set(['ReferenceError', 'TypeError', 'SyntaxError', 'RangeError', 'InternalError']);

/**
 * The message as V8, the engine of Node and Chrome, words it: authors know these messages and look them up. A
 * message without a counterpart stays as it is.
 */
export function wordedError({ name, message, stack, code }: MachineError): string {
  if (!NATIVE.has(name)) return message;
  if (name === 'SyntaxError' && message.startsWith('expecting ')) {
    return unexpectedToken(code, stack) ?? message;
  }
  const wording = WORDINGS.find(([pattern]) => pattern.test(message));
  return wording ? message.replace(...wording) : message;
}

/** Line in which the code begins, because it is compiled as the body of a function. */
const LINES_BEFORE = 3;

function unexpectedToken(code: string, stack: string): string | undefined {
  const position = /<input>:(\d+):(\d+)/.exec(stack);
  if (!position) return undefined;
  const lines = code.split('\n');
  const line = lines[Number(position[1]) - LINES_BEFORE];
  // After the last line of the code comes the brace that ends the body.
  if (line === undefined) return "Unexpected token '}'";
  const rest = line.slice(Number(position[2]) - 1);
  const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(rest);
  if (identifier) return `Unexpected identifier '${identifier[0]}'`;
  if (/^\d/.test(rest)) return 'Unexpected number';
  if (/^["']/.test(rest)) return 'Unexpected string';
  const [character] = rest;
  return character === undefined ? undefined : `Unexpected token '${character}'`;
}
