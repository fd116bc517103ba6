import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { CoinIcon } from '../../../domain/CoinIcon'
import { amountText, moneyText } from '../../../domain/money'
import { ChoiceRow } from '../../../ui/ChoiceRow'
import { Skeleton } from '../../../ui/Skeleton'
import type { Route } from './arrivals'
import type { UnifiedForm } from './useUnifiedForm'

/** The balances that can pay, best first, with what each would pay. */
export function RouteList({ form, deposit }: { form: UnifiedForm; deposit: ReactNode }) {
  const { routes, isBusy, chosen } = form
  const name = useId()
  if (!routes) return isBusy ? <Skeleton className="h-[76px] rounded-m" /> : null
  if (routes.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-m bg-sunken p-4">
        <p>
          <Trans>There is no money on your balances yet.</Trans>
        </p>
        {deposit}
      </div>
    )
  return (
    <fieldset className="grid grid-cols-1 gap-2" data-stale={!form.isFresh || undefined}>
      <legend className="mb-2 flex w-full flex-wrap justify-between gap-x-3 text-[13px] text-muted">
        <span>
          <Trans>Paid from</Trans>
        </span>
        <span>
          <Plural
            value={routes.filter((route) => route.is_covered).length}
            one="# balance can pay"
            other="# balances can pay"
          />
        </span>
      </legend>
      {routes.map((route) => (
        <RouteRow
          key={route.quote.from_currency}
          name={name}
          route={route}
          isChosen={route === chosen}
          onChoose={() => form.pick(route.quote.from_currency)}
        />
      ))}
    </fieldset>
  )
}

type RouteRowProps = { name: string; route: Route; isChosen: boolean; onChoose: () => void }

function RouteRow({ name, route, isChosen, onChoose }: RouteRowProps) {
  const { i18n } = useLingui()
  const { quote, available, is_covered: isCovered } = route
  const left = moneyText({ amount: available, currency: quote.from_currency }, i18n.locale)
  const cost = `${amountText(quote.cost_percent, i18n.locale)}\u00a0%`
  return (
    <ChoiceRow name={name} checked={isChosen} disabled={!isCovered} onChoose={onChoose}>
      <CoinIcon code={quote.from_currency} network={undefined} size={34} />
      <span className="grid min-w-24 flex-1">
        <b className="t-row">{quote.from_currency}</b>
        <span className="t-cap text-muted wrap-anywhere">
          {isCovered ? <Trans>{left} available</Trans> : <Trans>Only {left} available</Trans>}
        </span>
        {isCovered && !route.is_enabled ? (
          <span className="t-cap text-muted">
            <Trans>Off for spending</Trans>
          </span>
        ) : null}
      </span>
      <span className="ml-auto grid text-right">
        <b className="t-row wrap-anywhere">
          {moneyText({ amount: quote.from_amount, currency: quote.from_currency }, i18n.locale)}
        </b>
        <span className="t-cap text-muted">
          <Trans>{cost} cost</Trans>
        </span>
      </span>
    </ChoiceRow>
  )
}
