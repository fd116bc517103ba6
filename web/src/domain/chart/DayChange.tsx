import { Trans, useLingui } from '@lingui/react/macro'
import { amountText, moneyText } from '../../i18n/format'
import { isZeroDecimal } from '../decimal'

type DayChangeProps = {
  percent: string
  /** The same in money; set for a total, whose text also names the period. */
  amount?: string
  currency?: string
}

/** The change of a value: an arrow, a colour, and text for screen readers. */
export default function DayChange({ percent, amount, currency }: DayChangeProps) {
  const { i18n } = useLingui()
  const hundredths = `${amountText(percent.replace('-', ''), i18n.locale)}\u00a0%`
  const fell = percent.startsWith('-')
  if (amount !== undefined && isZeroDecimal(amount)) return null
  const money = amount && currency ? `${fell ? '' : '+'}${moneyText({ amount, currency }, i18n.locale)} · ` : ''
  const size = money + hundredths
  if (isZeroDecimal(percent)) return <span className="text-muted">{size}</span>
  const change = (
    <span className={fell ? 'text-loss' : 'text-gain'}>
      <span aria-hidden="true">
        {fell ? '▼' : '▲'}&nbsp;{size}
      </span>
      <span className="sr-only">{fell ? <Trans>down {size}</Trans> : <Trans>up {size}</Trans>}</span>
    </span>
  )
  return money ? <Trans>{change} in 24 hours</Trans> : change
}
