import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/Card'

/** What happens with a transfer, beside its form. */
export function HowItWorks() {
  return (
    <Card title={<Trans>How it works</Trans>}>
      <ol className="grid list-decimal gap-2 pl-5 text-[14px] text-muted marker:text-brand">
        <li>
          <Trans>Name the receiver. We show you who it is before you send.</Trans>
        </li>
        <li>
          <Trans>The money is on their balance at once, without a fee.</Trans>
        </li>
        <li>
          <Trans>If they have no account yet, it waits for them for 7 days and then comes back to you.</Trans>
        </li>
      </ol>
    </Card>
  )
}
