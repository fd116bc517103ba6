import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { sided } from './sides'

/** A balance without a sign, with its side. */
export function Balance({ balance, currency }: { balance: string; currency: string }) {
  const { t, i18n } = useLingui()
  const { amount, side } = sided(balance)
  const words = { debit: t`debit`, credit: t`credit` }
  return (
    <span className="tabular-nums">
      {moneyText({ amount, currency }, i18n.locale)}
      {side ? <span className="text-[13px] text-muted"> {words[side]}</span> : null}
    </span>
  )
}
