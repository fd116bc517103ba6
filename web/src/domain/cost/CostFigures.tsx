import { useLingui } from '@lingui/react/macro'
import { Breakable } from '../../ui/Breakable'
import { amountText, shortMoneyText } from '../money'
import type { Cost } from './cost'

/** "3.90 € · 1.56 %". */
export function CostFigures({ cost, stale = false }: { cost: Cost; stale?: boolean }) {
  const { i18n } = useLingui()
  return (
    <span className={`ml-auto text-right font-[580] wrap-anywhere ${stale ? 'opacity-60' : ''}`}>
      <Breakable text={shortMoneyText(cost.total, i18n.locale)} /> ·{' '}
      <span className="whitespace-nowrap">{percentText(cost, i18n.locale)}</span>
    </span>
  )
}

/** "1.56 %" with the locale's separators. */
export function percentText({ percent }: Pick<Cost, 'percent'>, locale: string): string {
  return `${amountText(percent, locale)}\u00a0%`
}
