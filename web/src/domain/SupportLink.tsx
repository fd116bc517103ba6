import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { host } from '../host/adapter'
import { lastFailed } from './lastFailed'

/**
 * Link to support in a new tab, so that the current page keeps its state. Its address tells support the screen and the last
 * request that failed.
 */
export function SupportLink() {
  const failed = lastFailed(useQueryClient())
  const base = host.basepath === '/' ? '' : host.basepath
  const from = location.pathname.slice(base.length)
  return (
    <a
      href={`${base}/support?${new URLSearchParams({ from, ...(failed && { request: failed }) })}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center justify-self-start font-semibold underline"
    >
      <Trans>Contact support</Trans>
    </a>
  )
}
