import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { InputProps } from './input-props.ts';

/** An input whose code is loaded when a bot first asks for it. */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> {
  let loaded: ComponentType<InputProps> | undefined;
  return (props) => {
    const [Input, setInput] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Input || hasFailed) return;
      let isGone = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isGone) setInput(() => component);
        },
        () => {
          if (!isGone) setFailed(true);
        },
      );
      return () => {
        isGone = true;
      };
    }, [Input, hasFailed]);

    if (Input) return <Input {...props} />;
    if (!hasFailed) return <div class="input-loading" aria-busy="true" />;
    return (
      <div class="notice" role="alert">
        <p class="notice-text">
          {props.systemMessage('networkErrorTitle')}. {props.systemMessage('networkErrorMessage')}
        </p>
        <button type="button" class="button" onClick={() => setFailed(false)}>
          Try again
        </button>
      </div>
    );
  };
}
