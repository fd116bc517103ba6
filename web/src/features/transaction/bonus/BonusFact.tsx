import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { ShortMoney } from '../../../domain/ShortMoney'
import { Fact } from '../details/Fact'

/** The bonus of the order's promo code, which the completed order adds to the rewards. */
export default function BonusFact({ transaction: { price } }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { promo_bonus: bonus } = price
  return bonus ? (
    <Fact label={t`Bonus`}>
      <ShortMoney {...bonus} />
    </Fact>
  ) : null
}
