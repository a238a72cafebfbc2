/** A state in Amazon States Language, limited to what this service uses. */
type State = {
  Type: string;
  Parameters?: { Payload: Record<string, unknown> };
  ResultSelector?: Record<string, string>;
  ResultPath?: string | null;
  Retry?: { MaxAttempts: number }[];
  Catch?: { ResultPath: string; Next: string }[];
  Choices?: { Variable: string; BooleanEquals?: boolean; NumericGreaterThan?: number; Next: string }[];
  Default?: string;
  SecondsPath?: string;
  Next?: string;
};

export type Definition = { StartAt: string; States: Record<string, State> };

export type Execution = {
  /** The states entered, in order. */
  states: string[];
  /** Total of the Wait states. Neither they nor the delays between retries take any real time. */
  waitedSeconds: number;
  isSuccess: boolean;
};

type Data = Record<string, unknown>;

/**
 * Executes a definition: tasks that call a function, choices, waits, and end states. Throws for anything else,
 * so that a definition cannot use features that are not tested.
 *
 * @param stopsAtWait whether to stop at the first wait, for work that depends on the clock
 */
export async function execute(
  { StartAt, States }: Definition,
  input: Data,
  invoke: (payload: Data) => Promise<unknown>,
  { stopsAtWait = false } = {},
): Promise<Execution> {
  const execution: Execution = { states: [], waitedSeconds: 0, isSuccess: false };
  let data = input;
  for (let name = StartAt; ; ) {
    const state = States[name];
    if (!state) throw new Error(`There is no state ${name}`);
    execution.states.push(name);
    switch (state.Type) {
      case 'Task': {
        const { next, output } = await runTask(state, data, invoke);
        data = output;
        name = next;
        break;
      }
      case 'Choice':
        name = choose(state, data);
        break;
      case 'Wait':
        execution.waitedSeconds += Number(valueAt(data, state.SecondsPath ?? ''));
        if (stopsAtWait) return execution;
        name = state.Next ?? '';
        break;
      case 'Succeed':
        return { ...execution, isSuccess: true };
      case 'Fail':
        return execution;
      default:
        throw new Error(`Unknown type of state ${state.Type}`);
    }
  }
}

async function runTask(state: State, data: Data, invoke: (payload: Data) => Promise<unknown>) {
  const payload = Object.fromEntries(
    Object.entries(state.Parameters?.Payload ?? {}).map(([key, value]) =>
      key.endsWith('.$') ? [key.slice(0, -2), valueAt(data, String(value))] : [key, value],
    ),
  );
  let attempts = 1 + (state.Retry?.[0]?.MaxAttempts ?? 0);
  for (;;) {
    try {
      const result = { Payload: await invoke(payload) } as Data;
      const selected = Object.fromEntries(
        Object.entries(state.ResultSelector ?? {}).map(([key, path]) => [
          key.slice(0, -2),
          valueAt(result, path),
        ]),
      );
      const output = state.ResultPath ? { ...data, [state.ResultPath.slice(2)]: selected } : data;
      return { next: state.Next ?? '', output };
    } catch (error) {
      attempts -= 1;
      if (attempts > 0) continue;
      const [handler] = state.Catch ?? [];
      if (!handler) throw error;
      return { next: handler.Next, output: { ...data, [handler.ResultPath.slice(2)]: String(error) } };
    }
  }
}

function choose({ Choices = [], Default = '' }: State, data: Data): string {
  const found = Choices.find(({ Variable, BooleanEquals, NumericGreaterThan }) => {
    const value = valueAt(data, Variable);
    return BooleanEquals === undefined
      ? Number(value) > (NumericGreaterThan ?? Number.POSITIVE_INFINITY)
      : value === BooleanEquals;
  });
  return found?.Next ?? Default;
}

/** Paths have the form `$.a.b`. On AWS, a path that does not exist fails the execution. */
function valueAt(data: Data, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.').slice(1)) value = (value as Data | undefined)?.[name];
  if (value === undefined) throw new Error(`The path ${path} leads nowhere`);
  return value;
}
