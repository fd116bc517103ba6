import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { moneyText } from '../../domain/money'
import { Skeleton } from '../../ui/Skeleton'
import { LimitBar } from './LimitBar'
import { type MonthlyLimit, monthlyLimit } from './monthlyLimit'
import type { Limits } from './queries'

type MonthLimitProps = {
  limits: { data: Limits | undefined; isError: boolean }
  raise: (words: ReactNode) => ReactNode
}

/** The rest of the monthly limit, with a bar of what is used, and the limit of the next level. */
export function MonthLimit({ limits: { data, isError }, raise }: MonthLimitProps) {
  if (!data) return isError ? null : <Skeleton className="h-16" />
  const month = monthlyLimit(data)
  if (!month) return null
  return <Month month={month} raise={raise} />
}

function Month({ month, raise }: { month: MonthlyLimit; raise: MonthLimitProps['raise'] }) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: month.currency }, i18n.locale)
  const { left, limit, used, next } = month
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-[14px]">
        <span className="text-muted">
          <Trans>Limit left this month</Trans>
        </span>
        <span className="font-semibold">
          <Trans>
            {money(left)} of {money(limit)}
          </Trans>
        </span>
      </p>
      <LimitBar label={t`Used of the monthly limit`} used={used} limit={limit} />
      {next ? (
        <p className="-my-1.5">
          {raise(
            <>
              <Trans>Raise to {money(next)}</Trans>
              <ArrowRight size={16} aria-hidden="true" />
            </>,
          )}
        </p>
      ) : null}
    </div>
  )
}
