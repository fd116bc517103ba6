import { Trans, useLingui } from '@lingui/react/macro'
import { amountText } from '../i18n/format'
import { isZeroDecimal } from './decimal'

/**
 * The change of a value: an arrow, a colour, and text for screen readers. `sum` is the amount, before the percentage.
 */
export function BalanceChange({ percent, sum = '' }: { percent: string; sum?: string }) {
  const { i18n } = useLingui()
  const size = `${sum}${amountText(percent.replace('-', ''), i18n.locale)}\u00a0%`
  if (isZeroDecimal(percent)) return <span className="text-muted">{size}</span>
  const fell = percent.startsWith('-')
  return (
    <span className={fell ? 'text-loss' : 'text-gain'}>
      <span aria-hidden="true">
        {fell ? '▼' : '▲'}&nbsp;{size}
      </span>
      <span className="sr-only">{fell ? <Trans>down {size}</Trans> : <Trans>up {size}</Trans>}</span>
    </span>
  )
}
