import type { Assignment, Sandbox } from '#lib/engine/model/ports.ts';

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Runs code with `setVariable` in the test process, without isolation. Only for the test's own code. */
export const toolSandbox: Sandbox = {
  evaluate: () => ({ error: { description: 'Only code that runs', context: 'test' } }),
  run: async (code, globals) => {
    const assignments: Assignment[] = [];
    const all = {
      ...globals,
      setVariable: (name: string, value: unknown) => assignments.push({ name, value }),
    };
    try {
      return { value: await AsyncFunction(...Object.keys(all), code)(...Object.values(all)), assignments };
    } catch (error) {
      return {
        error: { description: `[undefined] ${(error as Error).message}`, context: 'test' },
        assignments: [],
      };
    }
  },
};
