import type { ListedResult } from '../results/result-columns.ts';
import type { Flow } from '../results/use-flow.ts';

/** A group with questions, and what became of the people who came to it. */
export type GroupCount = {
  id: string;
  title: string;
  /** How many answered a question of the group. */
  answered: number;
  /** How many of them went no further: their last answer is in this group, and they did not finish. */
  left: number;
};

/**
 * Counts in how many results each group was answered, and after which of them people left. Groups are in the order in
 * which people come to them: by the average place of their answers in the conversation, because the document
 * lists them in the order in which its author drew them. A group that has been removed from the flow has its id as title.
 */
export function countGroups(results: readonly ListedResult[], flow: Flow): GroupCount[] {
  const titles = new Map(flow.groups.map(({ id, title }) => [id, title]));
  const groups = new Map<string, GroupCount & { places: number }>();
  for (const { answers, isCompleted, omittedAnswers } of results) {
    const visited = [...new Set(answers.map(({ groupId }) => groupId))];
    for (const [place, id] of visited.entries()) {
      const group = groups.get(id) ?? { id, title: titles.get(id) || id, answered: 0, left: 0, places: 0 };
      group.answered += 1;
      group.places += place;
      groups.set(id, group);
    }
    const last = answers.at(-1);
    // The last answers of a very long conversation are not in the list.
    if (isCompleted || !last || omittedAnswers !== undefined) continue;
    const group = groups.get(last.groupId);
    if (group) group.left += 1;
  }
  return [...groups.values()]
    .sort((a, b) => a.places / a.answered - b.places / b.answered || b.answered - a.answered)
    .map(({ places: _places, ...group }) => group);
}
