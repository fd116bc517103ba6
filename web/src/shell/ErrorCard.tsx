import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { isLostCode } from '../api/lostCode'
import { isApiError } from '../api/problem'
import { errorText } from '../api/problemText'
import { host } from '../host/adapter'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { Card } from '../ui/Card'
import { ErrorState } from '../ui/States'

// Only native apps are told to update.
const UpdateRequired = lazyLater(() => import('./native/UpdateRequired'), seldomWords)

/** The error of a page, the request's id for support, and a retry. */
export function ErrorCard({ error }: { error: unknown }) {
  const router = useRouter()
  const queries = useQueryClient()
  const again = () => {
    // A failed import stays failed until a reload, and so does a host that could not begin. Offline, a reload would only
    // show the browser's own error page.
    if ((isLostCode(error) || host.isStopped) && navigator.onLine) return location.reload()
    // Removes cached data, which may be the cause of the error. No mounted component uses it now.
    queries.removeQueries({ type: 'inactive' })
    void router.invalidate()
  }
  const isUnreached = isLostCode(error) || (isApiError(error) && error.status === 0)
  const isOffline = isUnreached && !navigator.onLine
  const whenBack = useEffectEvent(again)
  useEffect(() => {
    if (!isOffline) return
    const back = () => whenBack()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [isOffline])
  const id = isApiError(error) ? error.requestId : undefined
  const maintenance = isApiError(error) && error.status === 503 && error.code === 'SERVICE_UNAVAILABLE'
  if (isApiError(error) && error.code === 'UPDATE_REQUIRED') {
    return (
      <Card>
        <Suspense fallback={null}>
          <UpdateRequired meta={error.meta} />
        </Suspense>
      </Card>
    )
  }
  if (isOffline) {
    return (
      <Card>
        <ErrorState art="offline" onRetry={again} title={<Trans>You are offline</Trans>}>
          <Trans>This page opens as soon as you are connected again.</Trans>
        </ErrorState>
      </Card>
    )
  }
  return (
    <Card>
      <ErrorState
        onRetry={again}
        title={maintenance ? <Trans>We are working on the service</Trans> : <Trans>Something went wrong</Trans>}
      >
        {maintenance ? <Trans>It will be back in a few minutes. Your money is safe.</Trans> : errorText(error)}
        {id ? <p className="mt-2 font-mono text-[12px]">{id}</p> : null}
      </ErrorState>
    </Card>
  )
}
