import { Trans } from '@lingui/react/macro'
import { Card } from '../../../ui/Card'

/** What happens with an exact amount, beside its form. */
export function HowItWorks() {
  return (
    <Card title={<Trans>How it works</Trans>}>
      <ol className="grid list-decimal gap-2 pl-5 text-[14px] text-muted marker:text-brand">
        <li>
          <Trans>Enter how much should arrive. Fees are added to what you pay and never reduce this amount.</Trans>
        </li>
        <li>
          <Trans>Choose what pays for it. Each way shows what it takes and what it costs.</Trans>
        </li>
        <li>
          <Trans>Check the price and confirm it. You see every fee before you agree.</Trans>
        </li>
      </ol>
    </Card>
  )
}
