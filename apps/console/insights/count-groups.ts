import { findQuestions, QuestionLookup } from '#lib/results/question-lookup.ts';
import type { Flow } from '../results/flow.ts';
import type { ListedResult } from '../results/result-columns.ts';

/** A group with questions, and what became of the people who came to it. */
export type GroupCount = {
  /** Bot and group, because copies of a bot have the same ids. */
  id: string;
  title: string;
  /** How many answered a question of the group. */
  answered: number;
  /** How many of them went no further: their last answer is in this group, and they did not finish. */
  left: number;
};

type Answer = ListedResult['answers'][number];

/**
 * Counts in how many results each group was answered, and after which of them people left. Groups are in the order in
 * which people come to them: by the average position of their answers in the conversation, because the document
 * lists them in the order in which its author drew them. A group that no flow has any longer has its id as title.
 *
 * @param flows those that exist, the bot's own first
 * @param former those of earlier releases
 */
export function countGroups(
  results: readonly ListedResult[],
  flows: readonly Flow[],
  former: readonly Flow[],
): GroupCount[] {
  const findGroup = createGroupFinder([...flows, ...former]);
  const groups = new Map<string, GroupCount & { positions: number }>();
  for (const { answers, isCompleted, omittedAnswers } of results) {
    const visited = new Map(answers.map(findGroup).map((group) => [group.id, group.title]));
    for (const [position, [id, title]] of [...visited].entries()) {
      const group = groups.get(id) ?? { id, title, answered: 0, left: 0, positions: 0 };
      group.answered += 1;
      group.positions += position;
      groups.set(id, group);
    }
    const last = answers.at(-1);
    // The last answers of a very long conversation are not in the list.
    if (isCompleted || !last || omittedAnswers !== undefined) continue;
    const group = groups.get(findGroup(last).id);
    if (group) group.left += 1;
  }
  return [...groups.values()]
    .sort((a, b) => a.positions / a.answered - b.positions / b.answered || b.answered - a.answered)
    .map(({ positions: _positions, ...group }) => group);
}

/** Finds the group of an answer: in the flow that has its question, or else in the first that has such a group. */
function createGroupFinder(flows: readonly Flow[]): (answer: Answer) => { id: string; title: string } {
  const questions = new QuestionLookup(flows.flatMap((flow) => findQuestions(flow)));
  const titles = new Map<string, string>();
  const botOf = new Map<string, string>();
  for (const { botId, groups } of flows) {
    for (const { id, title } of groups) {
      const key = toKey(botId, id);
      if (title !== '' && !titles.has(key)) titles.set(key, title);
      if (!botOf.has(id)) botOf.set(id, botId);
    }
  }
  return (answer) => {
    const { groupId } = answer;
    const botId = questions.find(answer)?.flow.botId ?? botOf.get(groupId) ?? '';
    const id = toKey(botId, groupId);
    return { id, title: titles.get(id) ?? groupId };
  };
}

function toKey(botId: string, groupId: string): string {
  return `${botId}/${groupId}`;
}
