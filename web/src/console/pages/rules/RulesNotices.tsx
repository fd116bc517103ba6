import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../ui/Notice'
import { proposalsQuery } from '../../api/queries'
import { Go } from '../../parts/Go'
import { whenText } from '../../parts/when'

type RulesNoticesProps = { mayWrite: boolean; nextAt: string | undefined }

/** Why the rules cannot be changed, and what already waits. */
export function RulesNotices({ mayWrite, nextAt }: RulesNoticesProps) {
  const { i18n } = useLingui()
  const when = nextAt && whenText(nextAt, i18n.locale)
  return (
    <>
      {mayWrite ? null : (
        <p className="text-muted">
          <Trans>Only a tenant administrator can change the rules.</Trans>
        </p>
      )}
      {when ? (
        <Notice tone="act">
          <Trans>A newer version takes effect on {when}.</Trans>{' '}
          <Trans>Until then, the rules cannot be changed here.</Trans>
        </Notice>
      ) : null}
      <Proposed />
    </>
  )
}

/** A change that was proposed and is not answered. */
function Proposed() {
  const waiting = useQuery(proposalsQuery(false))
  if (!waiting.data?.data.some(({ operator_action }) => operator_action.kind === 'publish_policy')) return null
  return (
    <Notice tone="wait">
      <Trans>A change of the rules waits for a second operator.</Trans>{' '}
      <Go to="/approvals" className="font-semibold underline">
        <Trans>Approvals</Trans>
      </Go>
    </Notice>
  )
}
