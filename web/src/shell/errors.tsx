import { Trans } from '@lingui/react/macro'
import { fetchShellFallbacks, useShellFallbacks } from './shellFallbacks'

/** The error of a page, inside the navigation. */
export function PageError({ error }: { error: unknown }) {
  const rare = useShellFallbacks(true)
  return (
    <div className="mx-auto max-w-[620px]">
      <h1 className="sr-only">
        <Trans>Something went wrong</Trans>
      </h1>
      {rare === 'lost' ? <Lost /> : rare ? <rare.ErrorCard error={error} /> : null}
    </div>
  )
}

/**
 * The error page itself could not be loaded: the connection failed with the first page, or a new release has replaced
 * it.
 */
function Lost() {
  // Offline, a reload would only show the browser's own error page.
  const again = () => (navigator.onLine ? location.reload() : void fetchShellFallbacks())
  return (
    <div role="alert" className="grid justify-items-center px-2 py-8">
      <p>
        <Trans>Something went wrong</Trans>
      </p>
      <button type="button" className="min-h-11 px-3 font-semibold text-brand" onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </div>
  )
}

/** The same without navigation: the session could not be resolved. */
export function RouteError({ error }: { error: unknown }) {
  return (
    <main className="px-4 py-10">
      <PageError error={error} />
    </main>
  )
}
