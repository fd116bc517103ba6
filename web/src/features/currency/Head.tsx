import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '../../api/schema.gen'
import { BalanceMove } from '../../domain/BalanceMove'
import { isZeroDecimal } from '../../domain/decimal'
import { moneyText } from '../../i18n/format'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { HeroMoney } from '../../ui/Money'

type HeadProps = { currency: string; balances: components['schemas']['Balances'] }

/** The balance with all digits, its value in the main currency, and the movement of the price within a day. */
export function Head({ currency, balances: { data, total } }: HeadProps) {
  const { i18n } = useLingui()
  const held = data.find((one) => one.currency === currency)
  const { posted = '0.00', main_value: worth, day_change_percent: moved } = held ?? {}
  const isOther = total && total.currency !== currency
  return (
    <div className="flex items-center gap-4">
      <CurrencyIcon code={currency} size={48} />
      <div className="min-w-0 flex-1">
        <p className="text-[13px] text-muted">
          <Trans>Your balance</Trans>
        </p>
        <HeroMoney amount={posted} currency={currency} size="m" />
        {isOther ? (
          <p className="mt-1 flex min-h-5 flex-wrap gap-x-2 text-[14px] font-[550]">
            {worth ? (
              <span className="wrap-anywhere">
                {moneyText({ amount: worth, currency: total.currency }, i18n.locale)}
              </span>
            ) : null}
            {moved && !isZeroDecimal(posted) ? (
              <span>
                <BalanceMove percent={moved} />{' '}
                <span className="font-normal text-muted">
                  <Trans>in 24 hours</Trans>
                </span>
              </span>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  )
}
