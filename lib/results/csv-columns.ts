import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { findQuestions, type Question, QuestionLookup } from './question-lookup.ts';
import type { ListedResult } from './result-schema.ts';
import { variableText } from './variable-text.ts';

/*
 * The CSV has one column per question and one per remaining variable, first the bot's own, then those of linked bots
 * that merge into its results. Questions that were removed since, but are in earlier releases, come last. A question's
 * column is titled with the variable that stores the answer or, without one, its group. Questions that share a
 * variable share a column. So do variables of the same name in different bots, because chats merge them by name.
 */

export type CsvColumns = {
  /** Header row, in the same order as the cells. */
  titles: string[];
  /** Number of columns at the end of the flow's own for questions that were removed since. */
  formerCount: number;
  toRow: (result: ListedResult) => string[];
};

/** The parts of a flow that decide columns. Flows with the same `botId` are states of the same bot. */
export type ColumnFlow = Pick<BotFlow, 'groups' | 'variables'> & { botId?: string };

/** The flows that answers belong to, the bot's own first, and the flows of earlier releases, newest first. */
export type ColumnFlows = { current: readonly ColumnFlow[]; former?: readonly ColumnFlow[] };

/** Longer titles are truncated, because a header row with many columns has to fit into a response. */
const MAX_TITLE_CHARS = 250;

const SUBMITTED_AT = 'Submitted at';
const LAST_TITLES = ['Completed', 'Result id', 'Other'];

export function toCsvColumns({ current, former = [] }: ColumnFlows): CsvColumns {
  const columns = new Columns();
  const questions = current.flatMap((flow) => findQuestions(flow));
  for (const question of questions) columns.addQuestion(question, question.flow);
  for (const flow of current) {
    for (const { id, name, isSessionVariable } of flow.variables) {
      if (isSessionVariable !== true) columns.addVariable(flow, id, name);
    }
  }
  const currentCount = columns.titles.length;
  const known = new Set(questions.map(({ block }) => block.id));
  const removed = former
    .flatMap((flow) => findQuestions(flow))
    .filter(({ block: { id } }) => !known.has(id) && known.add(id));
  const states = new Map(current.map((flow) => [flow.botId, flow]));
  for (const question of removed) columns.addQuestion(question, states.get(question.flow.botId));
  const lookups = [new QuestionLookup(questions), new QuestionLookup(removed)];
  return {
    titles: uniqueTitles([SUBMITTED_AT, ...columns.titles, ...LAST_TITLES]),
    formerCount: columns.titles.length - currentCount,
    toRow: (result) => toRow(result, columns, lookups),
  };
}

type ColumnQuestion = Question<ColumnFlow>;

/** Columns in their order, found by question and by variable. */
class Columns {
  readonly titles: string[] = [];
  readonly #byQuestion = new Map<ColumnQuestion, number>();
  readonly #byName = new Map<string, { flow: ColumnFlow; column: number }>();
  /** With the name, because copies of a bot can have the same variable ids with other names. */
  readonly #byVariable = new Map<string, number>();
  readonly #byId = new Map<string, number>();
  readonly #namesById = new Map<ColumnFlow, Map<string, string>>();

  /** @param flowNow the flow that the question's bot has now, where its variable may have another name */
  addQuestion(question: ColumnQuestion, flowNow: ColumnFlow | undefined): void {
    const { flow, group, variableId: id } = question;
    const nameNow = flowNow && this.#findName(flowNow, id);
    const name = nameNow ?? this.#findName(flow, id);
    const column =
      id === undefined || name === undefined
        ? this.titles.push(group.title) - 1
        : this.addVariable(nameNow === undefined ? flow : (flowNow ?? flow), id, name);
    this.#byQuestion.set(question, column);
  }

  /** Returns the variable's column, which it may share with one of another flow. */
  addVariable(flow: ColumnFlow, id: string, name: string): number {
    const key = toKey(id, name);
    const named = this.#byName.get(name);
    const shared = named && named.flow !== flow ? named.column : undefined;
    const column = this.#byVariable.get(key) ?? shared ?? this.titles.push(name) - 1;
    this.#byVariable.set(key, column);
    if (!this.#byId.has(id)) this.#byId.set(id, column);
    if (!named) this.#byName.set(name, { flow, column });
    return column;
  }

  findByQuestion(question: ColumnQuestion | undefined): number | undefined {
    return question && this.#byQuestion.get(question);
  }

  /** A variable that has been renamed since is found by its id alone. */
  findByVariable(id: string | null, name?: string): number | undefined {
    if (id === null) return undefined;
    return (name === undefined ? undefined : this.#byVariable.get(toKey(id, name))) ?? this.#byId.get(id);
  }

  #findName(flow: ColumnFlow, id: string | undefined): string | undefined {
    if (id === undefined) return undefined;
    const names =
      this.#namesById.get(flow) ?? new Map(flow.variables.map((variable) => [variable.id, variable.name]));
    this.#namesById.set(flow, names);
    return names.get(id);
  }
}

function toKey(id: string, name: string): string {
  return JSON.stringify([id, name]);
}

/** @param lookups the questions that exist, then those that were removed */
function toRow(
  result: ListedResult,
  columns: Columns,
  lookups: readonly QuestionLookup<ColumnFlow>[],
): string[] {
  const cells: string[][] = columns.titles.map(() => []);
  const other: object[] = [];
  /** Answers without a column, whose variables must not be listed again. */
  const listed = new Map<string | null, string>();
  for (const answer of result.answers) {
    const { blockId, variableId, content } = answer;
    const [question] = lookups.map((lookup) => lookup.find(answer)).filter((found) => found !== undefined);
    const column = columns.findByQuestion(question) ?? columns.findByVariable(variableId);
    if (column !== undefined) {
      cells[column]?.push(content);
      continue;
    }
    other.push({ blockId, content });
    listed.set(variableId, content);
  }
  for (const { id, name, value, isSessionVariable } of result.variables) {
    const column = columns.findByVariable(id, name);
    const text = variableText(value);
    if (text === '' || isSessionVariable === true || listed.get(id) === text) continue;
    if (column === undefined) other.push({ variable: name, value });
    else if (cells[column]?.length === 0) cells[column].push(text);
  }
  if (result.omittedAnswers !== undefined) other.push({ omittedAnswers: result.omittedAnswers });
  return [
    result.createdAt,
    ...cells.map((contents) => contents.join(', ')),
    result.isCompleted ? 'true' : 'false',
    result.id,
    other.length === 0 ? '' : JSON.stringify(other),
  ];
}

/** Makes titles unique, so that columns can be referenced by title: a second "Name" becomes "Name (2)". */
function uniqueTitles(titles: string[]): string[] {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return titles.map((title) => {
    const wanted = title.slice(0, MAX_TITLE_CHARS).trim() || 'Untitled';
    let unique = wanted;
    while (taken.has(unique)) {
      const count = (counts.get(wanted) ?? 1) + 1;
      counts.set(wanted, count);
      unique = `${wanted} (${count})`;
    }
    taken.add(unique);
    return unique;
  });
}
