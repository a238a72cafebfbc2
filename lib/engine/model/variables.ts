import { type TypedParts, type TypedPartsById, usefulParts } from './typed-text.ts';
import { toStoredValue, type VariableValue } from './variable-value.ts';

export type ChatVariable = {
  id: string;
  name: string;
  /** Absent or null if unset. */
  value?: VariableValue;
  /** Whether the value is kept only for the duration of the chat, not with the result. */
  isSessionVariable?: boolean;
};

/** A mutable slot for a variable, so that replacing the variable keeps its position. */
type Entry = { variable: ChatVariable };

/**
 * Variables of a running bot, ordered by when they were last set; results keep this order. Lookups take
 * constant time, because documents can have tens of thousands of variables and texts can mention as many.
 */
export class Variables {
  readonly #entries = new Set<Entry>();
  readonly #byId = new EntriesByKey();
  readonly #byName = new EntriesByKey();
  /** Only variables that have a value. */
  readonly #setByName = new EntriesByKey();
  /** Cached list of `#entries`. Cleared whenever a variable is set. */
  #list: readonly ChatVariable[] | undefined;
  /** Total characters of all variables that have a value. */
  #chars = 0;
  readonly #typedById = new Map<string, TypedParts>();
  /** Names of the variables whose initial value was too large. */
  readonly leftOut: readonly string[];

  constructor(list: readonly ChatVariable[], typed: TypedPartsById = {}) {
    const leftOut: string[] = [];
    for (const [id, parts] of Object.entries(typed)) this.#typedById.set(id, parts);
    for (const { value, ...variable } of list) {
      const chars = countChars(variable, value);
      const hasRoom = this.#chars + chars <= MAX_VARIABLE_CHARS;
      if (hasRoom) this.#chars += chars;
      else leftOut.push(variable.name);
      this.#append({ variable: hasRoom && value !== undefined ? { ...variable, value } : variable });
    }
    this.leftOut = leftOut;
  }

  /** Total characters of all values, with a little for each of them. */
  get chars(): number {
    return this.#chars;
  }

  get list(): readonly ChatVariable[] {
    this.#list ??= Array.from(this.#entries, ({ variable }) => variable);
    return this.#list;
  }

  byId(id: string | undefined): ChatVariable | undefined {
    return id === undefined ? undefined : this.#byId.first(id)?.variable;
  }

  /** Returns the first variable with that name. Names need not be unique. */
  byName(name: string): ChatVariable | undefined {
    return this.#byName.first(name)?.variable;
  }

  /** Returns the first variable with that name that has a value. Templates render this one. */
  setByName(name: string): ChatVariable | undefined {
    return this.#setByName.first(name)?.variable;
  }

  valueOf(id: string | undefined): VariableValue | undefined {
    return this.byId(id)?.value;
  }

  /** Returns the parts of a variable's value that a respondent typed, as far as Markdown could change them. */
  typedParts(id: string | undefined): TypedParts | undefined {
    return id === undefined ? undefined : this.#typedById.get(id);
  }

  get typedPartsById(): TypedPartsById {
    return Object.fromEntries(this.#typedById);
  }

  /**
   * Sets a variable to any JSON value, converted by `toStoredValue`. Unknown ids are ignored.
   *
   * @param options.typed what of the value a respondent typed
   * @throws VariablesTooLargeError if all values together would exceed what a session can store
   */
  set(id: string | undefined, value: unknown, { isSessionVariable, typed }: SetOptions = {}): void {
    const entry = id === undefined ? undefined : this.#byId.first(id);
    if (!entry) return;
    const before = entry.variable;
    const stored = toStoredValue(value);
    this.#count(before, stored);
    this.#setTyped(before.id, stored, typed);
    this.#remove(entry);
    entry.variable = { ...before, value: stored, ...(isSessionVariable && { isSessionVariable }) };
    this.#append(entry);
  }

  /**
   * Copies another variable's value without moving this variable to the end of the list.
   * @throws VariablesTooLargeError
   */
  assign(id: string, value: VariableValue, typed?: TypedParts): void {
    const entry = this.#byId.first(id);
    if (!entry) return;
    const before = entry.variable;
    this.#count(before, value);
    this.#setTyped(id, value, typed);
    entry.variable = { ...before, value };
    this.#list = undefined;
    // Keeps its position among variables of the same name, too.
    if (isSet(before) !== isSet(entry.variable)) {
      this.#setByName.replace(
        before.name,
        this.#byName.all(before.name).filter(({ variable }) => isSet(variable)),
      );
    }
  }

  /**
   * Adds a variable that a linked bot has and this one lacks.
   * @throws VariablesTooLargeError
   */
  add(variable: ChatVariable, typed?: TypedParts): void {
    this.#count({ ...variable, value: null }, variable.value);
    this.#setTyped(variable.id, variable.value, typed);
    this.#append({ variable: { ...variable } });
  }

  #setTyped(id: string, value: VariableValue | undefined, typed: TypedParts | undefined): void {
    const parts = usefulParts(typed, value);
    if (parts === undefined) this.#typedById.delete(id);
    else this.#typedById.set(id, parts);
  }

  #count(before: ChatVariable, value: VariableValue | undefined): void {
    const chars = this.#chars - countChars(before, before.value) + countChars(before, value);
    if (chars > MAX_VARIABLE_CHARS) throw new VariablesTooLargeError(before.name);
    this.#chars = chars;
  }

  #append(entry: Entry): void {
    const { id, name } = entry.variable;
    this.#entries.add(entry);
    this.#byId.append(id, entry);
    this.#byName.append(name, entry);
    if (isSet(entry.variable)) this.#setByName.append(name, entry);
    this.#list = undefined;
  }

  #remove(entry: Entry): void {
    const { id, name } = entry.variable;
    this.#entries.delete(entry);
    this.#byId.remove(id, entry);
    this.#byName.remove(name, entry);
    this.#setByName.remove(name, entry);
  }
}

export type SetOptions = {
  isSessionVariable?: true;
  /** Parts of the value that a respondent typed. Absent if it comes from the author or a service. */
  typed?: TypedParts | undefined;
};

function isSet({ value }: ChatVariable): boolean {
  return value !== undefined && value !== null;
}

/** Multimap in insertion order. Keys are rarely shared, so a single entry is stored without a set. */
class EntriesByKey {
  readonly #entries = new Map<string, Entry | Set<Entry>>();

  first(key: string): Entry | undefined {
    const found = this.#entries.get(key);
    return found instanceof Set ? found.values().next().value : found;
  }

  all(key: string): Entry[] {
    const found = this.#entries.get(key);
    if (!found) return [];
    return found instanceof Set ? [...found] : [found];
  }

  append(key: string, entry: Entry): void {
    const found = this.#entries.get(key);
    if (!found) this.#entries.set(key, entry);
    else if (found instanceof Set) found.add(entry);
    else this.#entries.set(key, new Set([found, entry]));
  }

  remove(key: string, entry: Entry): void {
    const found = this.#entries.get(key);
    if (found instanceof Set) found.delete(entry);
    else if (found === entry) this.#entries.delete(key);
  }

  replace(key: string, entries: Entry[]): void {
    this.#entries.set(key, new Set(entries));
  }
}

/**
 * Maximum characters of all values together. The session and the result each store them in one item, which
 * DynamoDB limits to 400 KB of UTF-8, and a character takes up to three bytes.
 */
export const MAX_VARIABLE_CHARS = 100_000;

export class VariablesTooLargeError extends Error {
  constructor(name: string) {
    super(
      `Variable "${name}" was not set: all variables together can hold at most ${MAX_VARIABLE_CHARS} characters`,
    );
    this.name = 'VariablesTooLargeError';
  }
}

/** Characters of storage overhead per variable and per list element. */
const OVERHEAD_CHARS = 40;
const ENTRY_OVERHEAD_CHARS = 4;

function countChars({ id, name }: ChatVariable, value: VariableValue | undefined): number {
  if (value === undefined || value === null) return 0;
  const chars =
    typeof value === 'string'
      ? value.length
      : value.reduce((sum, entry) => sum + (entry?.length ?? 0) + ENTRY_OVERHEAD_CHARS, 0);
  return id.length + name.length + OVERHEAD_CHARS + chars;
}
