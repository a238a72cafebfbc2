import { isSameJson } from '#lib/platform/json/same-json.ts';
import type { LogEntry } from '#lib/results/logs/log-store.ts';
import type { Answer, Result } from '#lib/results/result-schema.ts';
import type {
  ReplacedAnswer,
  ResultAddition,
  StoredAnswer,
  StoredForImport,
  StoredLog,
} from '#lib/results/store/import-store.ts';
import type { ImportedAnswer, ImportedLog, ImportedResult } from './imported-result.ts';

/** Where in the flow a block is: what an answer says besides its block. */
export type BlockLocations = ReadonlyMap<string, BlockLocation>;

export type BlockLocation = { groupId: string; variableId: string | null };

export type AddedAnswer = {
  answer: Answer & { attachedFileUrls?: string[] };
  /** Orders answers of the same millisecond. */
  sequence: number;
};

/** Data that an import adds to a result. */
export type Additions = ResultAddition & {
  answers: AddedAnswer[];
  replaced: ReplacedAnswer[];
  logs: StoredLog[];
};

/**
 * Finds what a stored result lacks. An answer is known by its block and its content: each one that the import
 * has more often than the table is new. So an answer whose content differs is another answer, and both stay, unless the
 * import says what its content was before the addresses of files in it were replaced.
 * Dates do not matter, because Typebot's API does not tell them, and its database does.
 */
export function findMissingFrom(
  stored: StoredForImport & { logs: StoredLog[] },
  imported: ImportedResult,
  locations: BlockLocations,
): Additions {
  const { result, isContinued } = stored;
  const { added: answers, replaced } = compareAnswers(imported, result.createdAt, stored.answers, locations);
  const wanted = toWantedFlags(imported);
  const flags = (['hasStarted', 'isCompleted'] as const).filter((flag) => wanted[flag] && !result[flag]);
  // Only an import that is ahead of what is stored brings later variables.
  const isAhead = answers.length > 0 || flags.length > 0;
  const variables = isAhead ? toVariables(imported) : replaceAddresses(result.variables, imported);
  return {
    answers,
    replaced,
    logs: newLogs(imported, result.createdAt, stored.logs),
    flags,
    ...(variables && !isContinued && { variables }),
  };
}

/** Returns the stored variables with the values of the import where only addresses differ. Undefined if none does. */
function replaceAddresses(
  stored: Result['variables'],
  { variables }: ImportedResult,
): Result['variables'] | undefined {
  const imported = new Map((variables ?? []).map((variable) => [variable.id, variable]));
  let isReplaced = false;
  const replaced = stored.map((variable) => {
    const { value, sourceValue } = imported.get(variable.id) ?? {};
    const isOld = sourceValue != null && value != null && isSameJson(variable.value, sourceValue);
    if (!isOld || isSameJson(value, sourceValue)) return variable;
    isReplaced = true;
    return { ...variable, value };
  });
  return isReplaced ? replaced : undefined;
}

/** Builds a result that the table does not have, with everything that belongs to it. */
export function toNewResult(
  imported: ImportedResult,
  botId: string,
  locations: BlockLocations,
): { result: Omit<Result, 'answers'>; answers: AddedAnswer[]; logs: StoredLog[] } {
  const { id, isArchived } = imported;
  const createdAt = toUtc(imported.createdAt);
  return {
    result: {
      id,
      createdAt,
      botId,
      variables: toVariables(imported),
      ...toWantedFlags(imported),
      isArchived: isArchived === true,
    },
    answers: compareAnswers(imported, createdAt, [], locations).added,
    logs: newLogs(imported, createdAt, []),
  };
}

function toWantedFlags({ hasStarted, isCompleted, answers }: ImportedResult) {
  return { hasStarted: hasStarted ?? (answers ?? []).length > 0, isCompleted: isCompleted === true };
}

function toVariables({ variables }: ImportedResult): Result['variables'] {
  return (variables ?? []).map(({ id, name, value, isSessionVariable }) => ({
    id,
    name,
    value: value ?? null,
    ...(typeof isSessionVariable === 'boolean' && { isSessionVariable }),
  }));
}

/** An answer without a date takes the one of the answer before it, or else the result's. */
function compareAnswers(
  { id, answers }: ImportedResult,
  resultCreatedAt: string,
  storedAnswers: StoredAnswer[],
  locations: BlockLocations,
): { added: AddedAnswer[]; replaced: ReplacedAnswer[] } {
  const known = new KnownAnswers(storedAnswers);
  const sequences = new Sequences(storedAnswers.map(({ sortKey }) => sortKey));
  const added: AddedAnswer[] = [];
  const replaced: ReplacedAnswer[] = [];
  let before = resultCreatedAt;
  for (const answer of answers ?? []) {
    const stored = known.take(answer);
    before = stored?.createdAt ?? (answer.createdAt ? toUtc(answer.createdAt) : before);
    if (stored) {
      const replacement = toReplacement(stored, answer);
      if (replacement) replaced.push(replacement);
    } else {
      added.push({
        answer: toAnswer(answer, { resultId: id, createdAt: before }, locations.get(answer.blockId)),
        sequence: sequences.next(before),
      });
    }
  }
  return { added, replaced };
}

/** The stored answers, each of which is found once. */
class KnownAnswers {
  readonly #byKey: Map<string, StoredAnswer[]>;
  /** Positions in the lists: shifting a list would be quadratic. */
  readonly #used = new Map<string, number>();

  constructor(stored: StoredAnswer[]) {
    this.#byKey = Map.groupBy(stored, ({ blockId, content }) => toKey(blockId, content));
  }

  take({ blockId, content, sourceContent }: ImportedAnswer): StoredAnswer | undefined {
    const same = this.#takeNext(toKey(blockId, content));
    if (same || sourceContent == null) return same;
    return this.#takeNext(toKey(blockId, sourceContent), ({ isReplaceable }) => isReplaceable);
  }

  #takeNext(key: string, isWanted: (answer: StoredAnswer) => boolean = () => true) {
    const position = this.#used.get(key) ?? 0;
    const next = this.#byKey.get(key)?.[position];
    if (!next || !isWanted(next)) return undefined;
    this.#used.set(key, position + 1);
    return next;
  }
}

function toKey(blockId: string, content: string): string {
  return JSON.stringify([blockId, content]);
}

/** Undefined unless the import says that it has other addresses, and they are not stored yet. */
function toReplacement(
  { sortKey, content: before, attachedFileUrls: files, isReplaceable }: StoredAnswer,
  { content, sourceContent, attachedFileUrls }: ImportedAnswer,
): ReplacedAnswer | undefined {
  if (sourceContent == null || !isReplaceable) return undefined;
  const areFilesNew = attachedFileUrls != null && !isSameJson(attachedFileUrls, files);
  if (content === before && !areFilesNew) return undefined;
  return { sortKey, before, content, ...(areFilesNew && { attachedFileUrls }) };
}

function toAnswer(
  answer: NonNullable<ImportedResult['answers']>[number],
  stored: Pick<AddedAnswer['answer'], 'resultId' | 'createdAt'>,
  block: BlockLocation | undefined,
): AddedAnswer['answer'] {
  const { blockId, groupId, variableId, content, storageUsed, attachedFileUrls } = answer;
  return {
    createdAt: stored.createdAt,
    resultId: stored.resultId,
    blockId,
    groupId: groupId ?? block?.groupId ?? '',
    variableId: variableId === undefined ? (block?.variableId ?? null) : variableId,
    content,
    storageUsed: storageUsed ?? 0,
    ...(attachedFileUrls && attachedFileUrls.length > 0 && { attachedFileUrls }),
  };
}

const MAX_SEQUENCE = 999_999;

/** Numbers answers of the same millisecond, after those that are stored. */
class Sequences {
  readonly #taken = new Map<string, Set<number>>();
  readonly #last = new Map<string, number>();

  constructor(answerKeys: string[]) {
    for (const key of answerKeys) {
      const [, createdAt = '', sequence] = key.split('#');
      this.#take(createdAt, Number(sequence));
    }
  }

  next(createdAt: string): number {
    let sequence = (this.#last.get(createdAt) ?? 0) + 1;
    // A chat's numbers can be as high as they get. Below them is room.
    const taken = this.#taken.get(createdAt);
    if (sequence > MAX_SEQUENCE) for (sequence = 1; taken?.has(sequence); ) sequence += 1;
    this.#take(createdAt, sequence);
    return sequence;
  }

  #take(createdAt: string, sequence: number): void {
    const taken = this.#taken.get(createdAt) ?? new Set();
    this.#taken.set(createdAt, taken.add(sequence));
    this.#last.set(createdAt, Math.max(this.#last.get(createdAt) ?? 0, sequence));
  }
}

function newLogs({ logs }: ImportedResult, resultCreatedAt: string, stored: StoredLog[]): StoredLog[] {
  const left = new Map<string, number>();
  for (const log of stored) left.set(logKey(log), (left.get(logKey(log)) ?? 0) + 1);
  return (logs ?? [])
    .map((log) => toLog(log, resultCreatedAt))
    .filter((log) => {
      const count = left.get(logKey(log)) ?? 0;
      left.set(logKey(log), count - 1);
      return count <= 0;
    });
}

function logKey({ createdAt, status, description, details, context }: StoredLog): string {
  return JSON.stringify([createdAt, status, description, details ?? null, context ?? null]);
}

/** The list of logs shows what is absent as null, and so does Typebot's API. */
function toLog(
  { createdAt, status, description, details, context }: ImportedLog,
  resultCreatedAt: string,
): StoredLog {
  const entry: LogEntry = {
    status: status ?? 'error',
    description,
    ...(details !== undefined && details !== null && { details }),
    ...(context !== undefined && context !== null && { context }),
  };
  return { createdAt: createdAt ? toUtc(createdAt) : resultCreatedAt, ...entry };
}

function toUtc(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
