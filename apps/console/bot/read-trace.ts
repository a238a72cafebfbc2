import type { Trace } from '#lib/engine/model/turn-trace.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

export type TracedLog = { status: string; description: string; details?: string };

/** A step of a turn of a preview, with its log entries. */
export type TracedStep = Omit<Trace['steps'][number], 'logs' | 'outcome' | 'requests' | 'variables'> & {
  outcome?: string;
  variables: { name: string; value: string; isCut: boolean }[];
  logs: TracedLog[];
  requests: { method: string; host: string; outcome: string }[];
};

export type TracedTurn = { steps: TracedStep[]; isCut: boolean };

/** Limits of what is read, at least those of the service. */
const MAX_STEPS = 200;
const MAX_PARTS = 500;
const MAX_CHARS = 10_000;

/**
 * Reads what the frame of a preview says that a turn did. A script of the draft can say anything, so whatever has another
 * shape is left out. Undefined without a trace, as in a turn that was fetched again.
 */
export function readTracedTurn({ trace, logs }: { trace?: unknown; logs?: unknown }): TracedTurn | undefined {
  if (!isJsonObject(trace) || !Array.isArray(trace.steps)) return undefined;
  const allLogs = Array.isArray(logs) ? logs : [];
  const steps = trace.steps.slice(0, MAX_STEPS).filter(isJsonObject);
  return {
    steps: steps.map((step) => readStep(step, allLogs)),
    isCut: trace.isCut === true || trace.steps.length > MAX_STEPS,
  };
}

function readStep(step: JsonObject, logs: readonly unknown[]): TracedStep {
  const ids = ['botId', 'groupId', 'blockId', 'eventId', 'outcome', 'itemId', 'edgeId'] as const;
  const known = ids.flatMap((name) => {
    const value = readText(step[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(known),
    type: readText(step.type) ?? '',
    variables: readList(step.variables).map(({ name, value, isCut }) => ({
      name: readText(name) ?? '',
      value: formatValue(value),
      isCut: isCut === true,
    })),
    requests: readList(step.requests).map(({ method, host, status, error }) => ({
      method: readText(method) ?? '',
      host: readText(host) ?? '',
      outcome: typeof status === 'number' ? String(status) : (readText(error) ?? 'failed'),
    })),
    logs: readIndexes(step.logs).flatMap((index) => readLog(logs[index])),
  };
}

function readLog(log: unknown): TracedLog[] {
  if (!isJsonObject(log)) return [];
  const details = readText(log.details);
  return [
    {
      // As the API has it: an entry without a status is an error.
      status: readText(log.status) ?? 'error',
      description: readText(log.description) ?? '',
      ...(details !== undefined && { details }),
    },
  ];
}

function readList(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.slice(0, MAX_PARTS).filter(isJsonObject) : [];
}

function readIndexes(list: unknown): number[] {
  return Array.isArray(list) ? list.slice(0, MAX_PARTS).filter((index) => Number.isInteger(index)) : [];
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_CHARS) : undefined;
}

/** Formats a value as one line. An unset variable is empty. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.slice(0, MAX_CHARS);
  if (!Array.isArray(value)) return '';
  // Cut first: a hostile list may be endless, or contain itself.
  const parts = value.slice(0, MAX_PARTS).map((part) => readText(part) ?? null);
  return JSON.stringify(parts).slice(0, MAX_CHARS);
}
