import { Trans, useLingui } from '@lingui/react/macro'
import type { MakeGood } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Notice } from '../../../ui/Notice'

/** What the platform paid so that the customer got the promised price. */
export default function MadeGood({ made }: { made: MakeGood }) {
  const { i18n } = useLingui()
  const money = (value: MakeGood['cost']) => moneyText(value, i18n.locale)
  const { kind, promised, cost, cost_in_euro } = made
  return (
    <Notice tone="ok">
      {kind === 'kept' ? (
        <Trans>
          You got the price that we promised. The market moved against us by {money(cost_in_euro)}, and we paid the
          difference.
        </Trans>
      ) : (
        <Trans>
          The order brought less than the {money(promised)} that we promised. We have added {money(cost)} to your
          balance.
        </Trans>
      )}
    </Notice>
  )
}
