import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { ErrorState } from '../parts/states.tsx';

/**
 * A page whose code is loaded when it is first shown, so that the first view stays small.
 *
 * @example const ResultsPage = lazyPage(() => import('../results/results-page.tsx').then((m) => m.ResultsPage));
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPage(props: Props) {
    const [, setLoaded] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (loaded) return;
      load().then((component) => {
        loaded = component;
        setLoaded(() => component);
      }, setError);
    }, []);
    if (error !== undefined) {
      // After a deployment the files of the one before are gone.
      return (
        <ErrorState
          title="The page could not be loaded."
          error={error}
          onRetry={() => window.location.reload()}
        />
      );
    }
    const Page = loaded;
    return Page ? <Page {...props} /> : <SkeletonLines />;
  };
}
