import type { Sandbox } from '#lib/engine/model/ports.ts';

/** Evaluates expressions in the test process, without isolation. Only for the test's own code. */
export const plainSandbox: Sandbox = {
  evaluate: (code, globals) => {
    const body = code.includes('return ') ? code : `return ${code}`;
    try {
      return { value: new Function(...Object.keys(globals), body)(...Object.values(globals)) };
    } catch (error) {
      return { error: { description: String(error), context: 'test' } };
    }
  },
  run: () => Promise.reject(new Error('Only expressions')),
};
