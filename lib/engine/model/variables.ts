import { toStoredValue, type VariableValue } from './variable-value.ts';

export type ChatVariable = {
  id: string;
  name: string;
  /** Absent or null: unset. */
  value?: VariableValue;
  /** Kept for the length of the chat only, and not with its result. */
  isSessionVariable?: boolean;
};

/** One variable in the order. It keeps its identity while the variable it holds is replaced. */
type Entry = { variable: ChatVariable };

/**
 * The variables of a running bot, in the order in which they were last set: that is how a result lists them. Looking one
 * up takes the same time however many there are: documents may have tens of thousands, and texts may name one as often.
 */
export class Variables {
  readonly #entries = new Set<Entry>();
  readonly #byId = new EntriesByKey();
  readonly #byName = new EntriesByKey();
  /** Those that have a value. */
  readonly #setByName = new EntriesByKey();
  /** `#entries` as a list, until one is set. */
  #list: readonly ChatVariable[] | undefined;
  /** Characters in all that have a value, together. */
  #chars = 0;
  /** Names of those that came with a value for which there was no room. */
  readonly leftOut: readonly string[];

  constructor(list: readonly ChatVariable[]) {
    const leftOut: string[] = [];
    for (const { value, ...variable } of list) {
      const chars = countChars(variable, value);
      const hasRoom = this.#chars + chars <= MAX_VARIABLE_CHARS;
      if (hasRoom) this.#chars += chars;
      else leftOut.push(variable.name);
      this.#append({ variable: hasRoom && value !== undefined ? { ...variable, value } : variable });
    }
    this.leftOut = leftOut;
  }

  get list(): readonly ChatVariable[] {
    this.#list ??= Array.from(this.#entries, ({ variable }) => variable);
    return this.#list;
  }

  byId(id: string | undefined): ChatVariable | undefined {
    return id === undefined ? undefined : this.#byId.first(id)?.variable;
  }

  /** The first of that name; names need not be unique. */
  byName(name: string): ChatVariable | undefined {
    return this.#byName.first(name)?.variable;
  }

  /** The first of that name that has a value: what a template shows. */
  setByName(name: string): ChatVariable | undefined {
    return this.#setByName.first(name)?.variable;
  }

  valueOf(id: string | undefined): VariableValue | undefined {
    return this.byId(id)?.value;
  }

  /**
   * Sets a variable to any JSON value, as it is stored (see `toStoredValue`). An unknown id is ignored.
   *
   * @throws VariablesTooLarge when all values together would be more than a session can keep
   */
  set(
    id: string | undefined,
    value: unknown,
    { isSessionVariable }: { isSessionVariable?: true } = {},
  ): void {
    const entry = id === undefined ? undefined : this.#byId.first(id);
    if (!entry) return;
    const before = entry.variable;
    const stored = toStoredValue(value);
    this.#count(before, stored);
    this.#remove(entry);
    entry.variable = { ...before, value: stored, ...(isSessionVariable && { isSessionVariable }) };
    this.#append(entry);
  }

  /** Gives a variable another's value, without making it the last that was set. @throws VariablesTooLarge */
  assign(id: string, value: VariableValue): void {
    const entry = this.#byId.first(id);
    if (!entry) return;
    const before = entry.variable;
    this.#count(before, value);
    entry.variable = { ...before, value };
    this.#list = undefined;
    // Its place among those of its name stays, too.
    if (isSet(before) !== isSet(entry.variable)) {
      this.#setByName.replace(
        before.name,
        this.#byName.all(before.name).filter(({ variable }) => isSet(variable)),
      );
    }
  }

  /** Adds a variable that the flow itself does not have: a linked bot brought it. @throws VariablesTooLarge */
  add(variable: ChatVariable): void {
    this.#count({ ...variable, value: null }, variable.value);
    this.#append({ variable: { ...variable } });
  }

  #count(before: ChatVariable, value: VariableValue | undefined): void {
    const chars = this.#chars - countChars(before, before.value) + countChars(before, value);
    if (chars > MAX_VARIABLE_CHARS) throw new VariablesTooLarge(before.name);
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

function isSet({ value }: ChatVariable): boolean {
  return value !== undefined && value !== null;
}

/** Entries under a key that several may share, though hardly any do; each key's in their order. */
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

function countChars({ id, name }: ChatVariable, value: VariableValue | undefined): number {
  if (value === undefined || value === null) return 0;
  const chars =
    typeof value === 'string'
      ? value.length
      : value.reduce((sum, entry) => sum + (entry?.length ?? 0) + ENTRY_OVERHEAD_CHARS, 0);
  return id.length + name.length + OVERHEAD_CHARS + chars;
}
