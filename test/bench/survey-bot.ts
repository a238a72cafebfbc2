import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, edge, text } from '#test/fixtures/chat-bots.ts';

/**
 * Creates a bot like those that people build: each question greets by name, shows a value that is Markdown,
 * computes, compares, and matches a pattern, before it waits for a reply. After the last question it asks the first
 * one again, so a conversation can be of any length.
 */
export function surveyBot(questions: number): JsonObject {
  const numbers = Array.from({ length: questions }, (_, index) => index);
  return chatBot(
    numbers.map((n) => ({
      id: `group-${n}`,
      blocks: [
        text(`hello-${n}`, `Question ${n + 1}, {{Answer ${Math.max(0, n - 1)}}}`),
        text(`intro-${n}`, 'You said: {{Summary}}'),
        {
          id: `set-${n}`,
          type: 'Set variable',
          options: { variableId: 'summary', expressionToEvaluate: `**${n}** of ${questions}: {{Answer 0}}` },
        },
        {
          id: `condition-${n}`,
          type: 'Condition',
          items: [
            {
              id: `item-${n}`,
              content: {
                comparisons: [
                  { id: `a-${n}`, variableId: 'answer-0', comparisonOperator: 'Contains', value: 'stop' },
                  {
                    id: `b-${n}`,
                    variableId: 'answer-0',
                    comparisonOperator: 'Matches regex',
                    value: '^quit',
                  },
                ],
              },
            },
          ],
        },
        text(`ask-${n}`, 'What do you think?'),
        ask(`input-${n}`, { variableId: `answer-${n}` }, { outgoingEdgeId: `edge-${n}` }),
      ],
    })),
    {
      name: 'Survey',
      edges: numbers.map((n) => edge(`edge-${n}`, `input-${n}`, `group-${(n + 1) % questions}`)),
      variables: [
        { id: 'summary', name: 'Summary' },
        ...numbers.map((n) => ({ id: `answer-${n}`, name: `Answer ${n}` })),
      ],
    },
  );
}
