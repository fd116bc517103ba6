import { Trans, useLingui } from '@lingui/react/macro'
import { amountText } from '../i18n/format'
import { isZeroDecimal } from './decimal'

/** How far a value went: an arrow, a colour, and words for who sees neither. `sum` is the same in money. */
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
