import { Trans, useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { ShortMoney } from '../../../domain/ShortMoney'
import { Fact } from './Fact'

/** The bonus of the order's promo code, which the completed order adds to the rewards. */
export default function BonusFact({ transaction: { price, status } }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { promo_bonus: bonus, promo_code: code } = price
  if (!bonus) return null
  return (
    <Fact label={code ? t`Bonus of ${code}` : t`Bonus`}>
      <ShortMoney {...bonus} />
      <span className="block text-[13px] font-normal text-muted">
        {status === 'DONE' ? <Trans>For your rewards</Trans> : <Trans>When the order is complete</Trans>}
      </span>
    </Fact>
  )
}
