import { useState } from 'preact/hooks';
import { showFailure } from './toasts.tsx';

/**
 * Runs what a button does: one at a time, and a failure becomes a toast.
 *
 * @returns the function for the button, and whether it is running
 */
export function useAction<Arguments extends unknown[]>(
  /** The failure, as a sentence: `The bot was not published.` */
  failure: string,
  act: (...args: Arguments) => Promise<void>,
): [run: (...args: Arguments) => void, isRunning: boolean] {
  const [isRunning, setRunning] = useState(false);
  const run = async (...args: Arguments) => {
    if (isRunning) return;
    setRunning(true);
    try {
      await act(...args);
    } catch (error) {
      showFailure(failure, error);
    } finally {
      setRunning(false);
    }
  };
  return [(...args) => void run(...args), isRunning];
}
