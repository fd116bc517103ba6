/*
 * <Money amount currency /> — "1,412.06 €"; every digit that says something, never truncated, unit after the number.
 * <HeroMoney amount currency size="m|l" /> — the amount that the page is about; fraction and unit smaller.
 */
import { useLingui } from '@lingui/react/macro'
import { amountParts, moneyText, unitText } from '../i18n/format'

export function Money({ amount, currency }: { amount: string; currency: string }) {
  const { i18n } = useLingui()
  return <span className="whitespace-nowrap">{moneyText({ amount, currency }, i18n.locale)}</span>
}

export function HeroMoney({ amount, currency, size = 'l' }: { amount: string; currency: string; size?: 'm' | 'l' }) {
  const { i18n } = useLingui()
  const { whole, fraction } = amountParts(amount, i18n.locale)
  const look = size === 'l' ? 'text-[42px] desk:text-[48px]' : 'text-[30px]'
  return (
    <span className={`${look} block font-[620] leading-[1.1] tracking-[-0.045em] [font-feature-settings:"pnum"]`}>
      {whole}
      <span className="text-[.55em] tracking-[-0.02em] text-muted">
        {fraction} {unitText(currency)}
      </span>
    </span>
  )
}
