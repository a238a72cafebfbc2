import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONFLICT_LIMITS } from '../../infra/monitoring/conflict-limits.ts';
import {
  AWS,
  BOT_OPERATIONS,
  breakingPoint,
  CHAT,
  callsPerSecondOfOnePartition,
  type Limit,
  limits,
  SETTINGS,
  SMALL_REGIONS,
  SPECIAL_CASES,
} from '../bench/scale-model.ts';
import { LOGGED_KB, round, scaleTables } from '../bench/scale-tables.ts';
import { COST_ROWS } from './cost-rows.ts';

/* docs/scale.md and decision 15 show what the model in test/bench computes, and the model uses what docs/cost.md says. */

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const scale = read('scale.md');
const decision = read('decisions/0015-a-turn-is-one-transaction.md');
/** Sentences that are wrapped over several lines. */
const prose = scale.replaceAll(/\s+/g, ' ');

/** What docs/cost.md and docs/storage-schema.md say of an operation. */
function operation(name: string) {
  const row = COST_ROWS.find(({ operation: listed }) => listed === name);
  if (!row) throw new Error(`There is no operation "${name}"`);
  const { ms = 0, readUnits = 0, writeUnits = 0, logBytes = 0 } = row;
  return { seconds: ms / 1_000, readUnits, writeUnits, logBytes };
}

const breaksAt = (id: string, bots: number) =>
  round(breakingPoint(limits().find((limit) => limit.id === id) as Limit, bots));

describe('docs/scale.md', () => {
  it.each(scaleTables())('shows the table "$title" of the model', ({ title, table }) => {
    const [, section = ''] = (scale + decision).split(new RegExp(`^###? ${title}\\n`, 'm'));
    expect(section.match(/^\|.*\|$(\n^\|.*\|$)*/m)?.[0]).toBe(table);
  });

  it('says in its text what the tables say', () => {
    expect(prose).toContain(`throttle stops at ${breaksAt('route', 1)} chats a second`);
    expect(prose).toContain(
      `together take ${breaksAt('table-quota', 1_000)} chats a second before an AWS quota`,
    );
    expect(prose).toContain(`One bot alone takes about ${breaksAt('counters-partition', 1)}:`);
    expect(decision).toContain(`One bot takes about ${breaksAt('counters-partition', 1)} chats a second`);
    expect(prose).toContain(`one bot that gets ${breaksAt('concurrency', 1)} chats a second`);
    expect(prose).toContain(`On many bots that takes ${breaksAt('concurrency', 1_000)}.`);
  });

  it('names the regions with a lower quota, and what it means for chats', () => {
    const { gatewayRequestsInSmallRegions: requests, gatewayBurstInSmallRegions: burst } = AWS;
    const [last, ...others] = SMALL_REGIONS.toReversed();
    expect(prose).toContain(
      `takes ${requests.value.toLocaleString('en')} requests a second from an account by default, with bursts of ${burst.value.toLocaleString('en')}, in ${others.toReversed().join(', ')} and ${last}: ${breaksAt('gateway-in-small-regions', 1)} chats a second`,
    );
    const mostWithRoom = Math.floor(
      breakingPoint(limits().find(({ id }) => id === 'gateway-in-small-regions') as Limit, 1) / 1.25,
    );
    expect(prose).toContain(`raised from ${mostWithRoom} chats a second on`);
    expect(prose).toContain(`${burst.value / 2} starts in the same moment use up a burst`);
    expect(read('operate.md')).toContain(`or ${requests.value.toLocaleString('en')} in [small regions]`);
  });

  it('says where one stage ends, and what a slow reply takes', () => {
    expect(prose).toContain(`ends at ${breaksAt('highest-route', 1)} chats a second`);
    expect(prose).toContain(`close to its limit of ${breaksAt('counters-partition', 1)}`);
    expect(prose).toContain(
      `${round(AWS.lambdaConcurrency.value / SPECIAL_CASES.slowReplies(3))} for each chat a second`,
    );
  });

  it('says what a longer and a shorter transaction would change', () => {
    const breaksWith = (holdMs: number) =>
      round(breakingPoint(limits({ holdMs }).find(({ id }) => id === 'conflicts') as Limit, 1));
    expect(prose).toContain(
      `With *d* = 5 ms, one bot's counters break at ${breaksWith(5)} chats a second, with 20 ms at ${breaksWith(20)}.`,
    );
  });

  it('assumes the durations of docs/cost.md', () => {
    expect(CHAT.startSeconds).toBe(operation('start a chat').seconds);
    expect(CHAT.replySeconds).toBe(operation('take a reply, one of ten').seconds);
    expect(CHAT.coldStartSeconds).toBe(operation('cold start of a function that runs bots').seconds);
  });

  it('uses the units of docs/storage-schema.md for other operations', () => {
    for (const { name, readUnits, writeUnits } of BOT_OPERATIONS) {
      expect(operation(name), name).toMatchObject({ readUnits, writeUnits });
    }
    const [update, publish, read, statistics, logs] = BOT_OPERATIONS.map((one) =>
      round(callsPerSecondOfOnePartition(one)),
    );
    expect(prose).toContain(
      `one bot takes ${update} updates, ${publish} publications of a changed draft, ${read} reads of the published bot or ${statistics} of its statistics a second, and one session ${logs} submissions of client logs`,
    );
  });

  it('knows how much a chat logs', () => {
    const bytes =
      operation('start a chat').logBytes +
      CHAT.replies * operation('take a reply, one of ten').logBytes +
      CHAT.preflights * operation('preflight of a browser').logBytes;
    expect(Math.round(bytes / 1_000)).toBe(LOGGED_KB);
    expect(prose).toContain(`about ${LOGGED_KB} KB to CloudWatch Logs`);
  });

  it('knows when the alarm for conflicts goes off', () => {
    const { percent, count } = CONFLICT_LIMITS;
    const operations = read('operate.md') + read('incidents.md');
    expect(operations).toContain(
      `Over ${percent} conflicts for 100 transactions that succeeded, and over ${count} in all`,
    );
    expect(operations).toContain(`takes about ${round(SPECIAL_CASES.conflictAlarm())} chats a second`);
    expect(prose).toContain(`harmless up to ${breaksAt('counters-partition', 1)} chats a second`);
  });

  it('knows the default throttle of the management address', () => {
    expect(prose).toContain(`takes ${SETTINGS.managementRequestsPerSecond} calls a second`);
  });
});
