import { describe, expect, it } from 'vitest';
import { type Difference, replay, toFlow } from '#test/support/chat/replay.ts';
import { ALLOWANCES, allowanceFor } from '#test/support/chat/transcript-allowances.ts';
import { readTranscript, readTranscriptBot, TRANSCRIPTS } from '#test/support/transcripts.ts';

/*
 * Replays conversations recorded with Typebot, turn by turn. Every difference needs a named
 * allowance, and every allowance is a documented decision (docs/decisions).
 */

describe.skipIf(TRANSCRIPTS.length === 0)('Recorded conversations', () => {
  const totals = { conversations: 0, turns: 0, same: 0 };
  const used = new Set<string>();

  it.each(TRANSCRIPTS)('%s goes as it was recorded', async (name) => {
    const transcript = readTranscript(name);
    const unexplained: Difference[] = [];
    for (const [kind, conversation] of Object.entries(transcript.conversations)) {
      const flow = toFlow(readTranscriptBot(transcript), 'the-bot');
      const { turns, differences } = await replay(name, kind, conversation, flow);
      totals.conversations += 1;
      totals.turns += turns;
      totals.same += turns - new Set(differences.map(({ where }) => where)).size;
      for (const difference of differences) {
        const allowance = allowanceFor(difference);
        if (allowance) used.add(allowance);
        else unexplained.push(difference);
      }
    }
    expect(unexplained.slice(0, 5)).toStrictEqual([]);
  });

  it('has no unused allowance', () => {
    process.stderr.write(
      `Recorded conversations: ${totals.conversations}, turns: ${totals.turns}, of which without any difference: ${totals.same}\n`,
    );
    expect(Object.keys(ALLOWANCES).filter((allowance) => !used.has(allowance))).toStrictEqual([]);
  });
});
