import { Component, type ComponentChildren } from 'preact';
import { ErrorState } from '../parts/states.tsx';

type Props = {
  /** Path of the page: another page gets another chance. */
  path: string;
  children: ComponentChildren;
};

/** Shows an error in place of a page that throws. */
export class PageBoundary extends Component<Props, { error?: unknown; hasFailed: boolean }> {
  override state: { error?: unknown; hasFailed: boolean } = { hasFailed: false };

  static override getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.path !== this.props.path && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main class="page">
        <ErrorState
          title="The page could not be shown."
          error={
            new Error(
              `Something went wrong in the console. Trying again may help: ${String(this.state.error)}`,
            )
          }
          onRetry={() => this.setState({ hasFailed: false })}
        />
      </main>
    );
  }
}
