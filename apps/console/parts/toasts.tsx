import { signal } from '@preact/signals';
import { Button } from './button.tsx';
import { describeFailure } from './describe-failure.ts';

type Toast = {
  id: number;
  text: string;
  isFailure: boolean;
  details?: string | undefined;
  requestId?: string | undefined;
};

/** Long enough to read two sentences. Failures stay until they are closed. */
const SHOWN_MS = 6_000;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Says that something has been done. */
export function showSuccess(text: string): void {
  const id = add({ text, isFailure: false });
  setTimeout(() => close(id), SHOWN_MS);
}

/** Says that something has failed, and why. */
export function showFailure(text: string, error: unknown): void {
  const { message, requestId } = describeFailure(error);
  add({ text, isFailure: true, details: message, requestId });
}

function add(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  toasts.value = [...toasts.value, { ...toast, id: lastId }];
  return lastId;
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Shows the toasts. Rendered once. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, isFailure, details, requestId }) => (
        <div
          key={id}
          class={`toast ${isFailure ? 'bad' : ''}`}
          data-toast={isFailure ? 'failure' : 'success'}
        >
          <div>
            <p>{text}</p>
            {details && <p class="soft">{details}</p>}
            {requestId && <p class="request-id">Request {requestId}</p>}
          </div>
          <Button look="quiet" icon="close" label="Dismiss" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
