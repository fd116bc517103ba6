import { Trans } from '@lingui/react/macro'
import { host } from '../host/adapter'

/** Leads to support beside the page that names it, so that nothing there is lost. For the place under such a sentence. */
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
