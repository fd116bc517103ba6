import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Money, PaywayInfo, Quote } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import { HeroAmount } from '../../../domain/HeroAmount'
import { amountText } from '../../../domain/money'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'

type SummaryProps = { quote: Quote; fromWay: PaywayInfo | undefined; toWay: PaywayInfo | undefined }

/** A longer amount breaks, so that the other one keeps its room. */
const MOST = 14

/** Both amounts, each with where it comes from and where it goes. */
export function Summary({ quote, fromWay, toWay }: SummaryProps) {
  const { t, i18n } = useLingui()
  const name = (code: string, way: PaywayInfo | undefined) => (code === BALANCE ? t`Balance` : (way?.name ?? code))
  // The longer amount gets more room, so that the font sizes differ less. The labels need some room too.
  const share = (amount: string, least: number) =>
    `${Math.min(Math.max(amountText(amount, i18n.locale).length, least), MOST)}fr`
  const shares = { '--pay': share(quote.from_amount, 8), '--receive': share(quote.to_amount, 9) } as CSSProperties
  return (
    <div
      style={shares}
      className="grid grid-cols-1 items-center gap-x-4 gap-y-2 [--least:18px] max-[479px]:[--largest:24px] min-[360px]:grid-cols-[minmax(0,var(--pay))_auto_minmax(0,var(--receive))]"
    >
      <Side
        label={quote.from_payway === BALANCE ? <Trans>From your balance</Trans> : <Trans>You pay</Trans>}
        money={{ amount: quote.from_amount, currency: quote.from_currency }}
        place={name(quote.from_payway, fromWay)}
      />
      <span
        aria-hidden="true"
        className="hidden size-9 place-items-center rounded-full text-brand shadow-(--e1) min-[360px]:grid"
      >
        <ArrowRight size={18} />
      </span>
      <Side
        end
        label={
          quote.to_payway === BALANCE ? (
            <Trans>To your balance</Trans>
          ) : quote.rate_locked ? (
            <Trans>You receive exactly</Trans>
          ) : (
            <Trans>You receive</Trans>
          )
        }
        money={{ amount: quote.to_amount, currency: quote.to_currency }}
        estimate={!quote.rate_locked}
        place={name(quote.to_payway, toWay)}
      />
    </div>
  )
}

type SideProps = { label: ReactNode; money: Money; place: string; end?: boolean; estimate?: boolean }

function Side({ label, money, place, end = false, estimate = false }: SideProps) {
  return (
    <div className={end ? 'min-w-0 min-[360px]:text-right' : 'min-w-0'}>
      <p className="text-[13px] text-muted">{label}</p>
      <HeroAmount {...money} estimate={estimate} />
      <p className={`mt-0.5 flex items-center gap-2 text-[13px] text-muted ${end ? 'min-[360px]:justify-end' : ''}`}>
        <CurrencyIcon code={money.currency} size={20} />
        <span className="min-w-0 wrap-anywhere">{place}</span>
      </p>
    </div>
  )
}
