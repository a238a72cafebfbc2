import { storedValueOf, type VariableValue } from './variable-value.ts';

export type ChatVariable = {
  id: string;
  name: string;
  /** Absent or null: unset. */
  value?: VariableValue;
  /** Kept for the length of the chat only, and not with its result. */
  isSessionVariable?: boolean;
};

/**
 * The variables of a running bot, in the order in which they were last set: that is how a result lists them.
 */
export class Variables {
  #list: ChatVariable[];
  /** Characters in all that have a value, together. */
  #chars = 0;
  /** Names of those that came with a value for which there was no room. */
  readonly leftOut: readonly string[];

  constructor(list: readonly ChatVariable[]) {
    const leftOut: string[] = [];
    this.#list = list.map(({ value, ...variable }) => {
      const chars = charsOf(variable, value);
      if (this.#chars + chars > MAX_VARIABLE_CHARS) {
        leftOut.push(variable.name);
        return variable;
      }
      this.#chars += chars;
      return value === undefined ? variable : { ...variable, value };
    });
    this.leftOut = leftOut;
  }

  get list(): readonly ChatVariable[] {
    return this.#list;
  }

  byId(id: string | undefined): ChatVariable | undefined {
    return id === undefined ? undefined : this.#list.find((variable) => variable.id === id);
  }

  /** The first of that name; names need not be unique. */
  byName(name: string): ChatVariable | undefined {
    return this.#list.find((variable) => variable.name === name);
  }

  /** The first of that name that has a value: what a template shows. */
  setByName(name: string): ChatVariable | undefined {
    return this.#list.find(
      (variable) => variable.name === name && variable.value !== undefined && variable.value !== null,
    );
  }

  valueOf(id: string | undefined): VariableValue | undefined {
    return this.byId(id)?.value;
  }

  /**
   * Sets a variable to any JSON value, as it is stored (see `storedValueOf`). An unknown id is ignored.
   *
   * @throws VariablesTooLarge when all values together would be more than a session can keep
   */
  set(
    id: string | undefined,
    value: unknown,
    { isSessionVariable }: { isSessionVariable?: true } = {},
  ): void {
    const index = this.#list.findIndex((variable) => variable.id === id);
    const before = this.#list[index];
    if (!before) return;
    const stored = storedValueOf(value);
    const chars = this.#chars - charsOf(before, before.value) + charsOf(before, stored);
    if (chars > MAX_VARIABLE_CHARS) throw new VariablesTooLarge(before.name);
    this.#chars = chars;
    this.#list.splice(index, 1);
    this.#list.push({ ...before, value: stored, ...(isSessionVariable && { isSessionVariable }) });
  }

  /** Gives a variable another's value, without making it the last that was set. @throws VariablesTooLarge */
  assign(id: string, value: VariableValue): void {
    const index = this.#list.findIndex((variable) => variable.id === id);
    const before = this.#list[index];
    if (!before) return;
    const chars = this.#chars - charsOf(before, before.value) + charsOf(before, value);
    if (chars > MAX_VARIABLE_CHARS) throw new VariablesTooLarge(before.name);
    this.#chars = chars;
    this.#list[index] = { ...before, value };
  }

  /** Adds a variable that the flow itself does not have: a linked bot brought it. */
  add(variable: ChatVariable): void {
    const chars = this.#chars + charsOf(variable, variable.value);
    if (chars > MAX_VARIABLE_CHARS) throw new VariablesTooLarge(variable.name);
    this.#chars = chars;
    this.#list.push({ ...variable });
  }
}

/**
 * Of all values together. Session and result each hold them in one item of at most 400 KB
 * (DynamoDB's limit, in bytes of UTF-8, of which a character has up to three).
 */
export const MAX_VARIABLE_CHARS = 100_000;

export class VariablesTooLarge extends Error {
  constructor(name: string) {
    super(`Variable "${name}" was not set: all variables together may hold ${MAX_VARIABLE_CHARS} characters`);
    this.name = 'VariablesTooLarge';
  }
}

/** What a table keeps beside the texts of a variable or of an entry of a list. */
const OVERHEAD_CHARS = 40;
const ENTRY_OVERHEAD_CHARS = 4;

function charsOf({ id, name }: ChatVariable, value: VariableValue | undefined): number {
  if (value === undefined || value === null) return 0;
  const chars =
    typeof value === 'string'
      ? value.length
      : value.reduce((sum, entry) => sum + (entry?.length ?? 0) + ENTRY_OVERHEAD_CHARS, 0);
  return id.length + name.length + OVERHEAD_CHARS + chars;
}
