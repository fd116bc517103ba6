import { Component, type ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { ErrorState } from '../../ui/States'

/**
 * Shows an error instead of a page that failed, such as one whose code a newer version has replaced. The navigation
 * stays. Give it the path as its `key`, so that another page starts without the error.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error: error ?? true })

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <div className="pt-12">
        <ErrorState onRetry={() => location.reload()}>{errorText(this.state.error)}</ErrorState>
      </div>
    )
  }
}
