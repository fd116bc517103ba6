import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Quote } from '../../../api/exchangeTypes'
import { leftAfter } from '../../../domain/limits'
import { leftUnder } from '../../../domain/leftUnder'
import { moneyText } from '../../../domain/money'
import { usePaywayName } from '../../../domain/usePaywayName'
import { Breakable } from '../../../ui/Breakable'
import { Card } from '../../../ui/Card'

/** The rest of the daily and monthly limits after the order. Empty if no limit applies. */
export default function LimitsLeft({ quote }: { quote: Quote }) {
  const nameOf = usePaywayName()
  const all = leftAfter(quote.limits_after ?? [])
  const byPayway = (quote.payway_limits_after ?? []).filter(({ payway }) => payway)
  if (all.length + byPayway.length === 0) return null
  return (
    <Card title={<Trans>Your limits</Trans>}>
      <dl className="grid grid-cols-1 gap-4">
        {all.map(({ period, ...rest }) => (
          <Rest key={period} {...rest}>
            {period === 'day' ? (
              <Trans>Daily limit left after this</Trans>
            ) : (
              <Trans>Monthly limit left after this</Trans>
            )}
          </Rest>
        ))}
        {byPayway.map(({ payway = '', direction, period, limit, used, currency }) => {
          const way = nameOf(payway)
          return (
            <Rest
              key={`${payway} ${direction ?? ''} ${period}`}
              left={leftUnder(limit, used)}
              limit={limit}
              currency={currency}
            >
              {period === 'day' ? (
                <Trans>{way}: daily limit left after this</Trans>
              ) : (
                <Trans>{way}: monthly limit left after this</Trans>
              )}
            </Rest>
          )
        })}
      </dl>
    </Card>
  )
}

type RestProps = { left: string; limit: string; currency: string; children: ReactNode }

function Rest({ left, limit, currency, children }: RestProps) {
  const { i18n } = useLingui()
  const money = (amount: string) => <Breakable text={moneyText({ amount, currency }, i18n.locale)} />
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <dt className="text-[13px] text-muted">{children}</dt>
      <dd className="font-[580]">
        <Trans>
          {money(left)} of {money(limit)}
        </Trans>
        <UsedBar left={left} limit={limit} />
      </dd>
    </div>
  )
}

/** The used part of a limit, in another colour above 80 %. The words above say the same. */
function UsedBar({ left, limit }: { left: string; limit: string }) {
  const used = Math.min(1, Math.max(0, 1 - Number(left) / Number(limit)))
  return (
    <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-line">
      <span
        className={`block h-full origin-left rounded-full ${used > 0.8 ? 'bg-c2' : 'bg-brand'}`}
        style={{ transform: `scaleX(${used.toString()})` }}
      />
    </span>
  )
}
