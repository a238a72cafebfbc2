import { OUT_OF_MEMORY } from './code-error.ts';

/** An error as reported by QuickJS, and the code that caused it. */
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
 * Translates a QuickJS error message to V8's wording, which authors know and search for. Messages without a
 * V8 counterpart are returned unchanged.
 */
export function wordError({ name, message, stack, code }: MachineError): string {
  if (!NATIVE.has(name)) return message;
  if (name === 'SyntaxError' && message.startsWith('expecting ')) {
    return unexpectedToken(code, stack) ?? message;
  }
  const wording = WORDINGS.find(([pattern]) => pattern.test(message));
  return wording ? message.replace(...wording) : message;
}

/** Line where user code starts, since it is compiled as a function body. */
const LINES_BEFORE = 3;

function unexpectedToken(code: string, stack: string): string | undefined {
  const position = /<input>:(\d+):(\d+)/.exec(stack);
  if (!position) return undefined;
  const lines = code.split('\n');
  const line = lines[Number(position[1]) - LINES_BEFORE];
  // The line after the code holds the function body's closing brace.
  if (line === undefined) return "Unexpected token '}'";
  const rest = line.slice(Number(position[2]) - 1);
  const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(rest);
  if (identifier) return `Unexpected identifier '${identifier[0]}'`;
  if (/^\d/.test(rest)) return 'Unexpected number';
  if (/^["']/.test(rest)) return 'Unexpected string';
  const [character] = rest;
  return character === undefined ? undefined : `Unexpected token '${character}'`;
}
