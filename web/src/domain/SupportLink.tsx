import { Trans } from '@lingui/react/macro'
import { host } from '../host/adapter'

/** Link to support in a new tab, so that the current page keeps its state. */
export function SupportLink() {
  return (
    <a
      href={`${host.basepath === '/' ? '' : host.basepath}/support`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center justify-self-start font-semibold underline"
    >
      <Trans>Contact support</Trans>
    </a>
  )
}
