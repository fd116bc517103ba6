import type { PaywayInfo } from '../../../api/exchangeTypes'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { BALANCE } from '../../../domain/balance'
import { CoinIcon } from '../../../domain/CoinIcon'
import { amountText, moneyText } from '../../../domain/money'
import { WayGlyph, wayName } from '../../../domain/WayRow'
import { ChoiceRow } from '../../../ui/ChoiceRow'
import { Skeleton } from '../../../ui/Skeleton'
import { type Route, routeKey } from './arrivals'
import type { UnifiedForm } from './useUnifiedForm'

/** The balances and payways that can pay, best first, with what each would pay. */
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
          <Plural value={routes.filter((route) => route.is_covered).length} one="# way to pay" other="# ways to pay" />
        </span>
      </legend>
      {routes.map((route) => (
        <RouteRow
          key={routeKey(route)}
          name={name}
          route={route}
          way={form.catalogue.data?.payways.find(({ code }) => code === route.quote.from_payway)}
          isChosen={route === chosen}
          onChoose={() => form.pick(routeKey(route))}
        />
      ))}
    </fieldset>
  )
}

type RouteRowProps = {
  name: string
  route: Route
  /** Without one, a balance pays. */
  way: PaywayInfo | undefined
  isChosen: boolean
  onChoose: () => void
}

function RouteRow({ name, route, way, isChosen, onChoose }: RouteRowProps) {
  const { i18n } = useLingui()
  const { quote, is_covered: isCovered } = route
  const cost = `${amountText(quote.cost_percent, i18n.locale)}\u00a0%`
  const isBalance = quote.from_payway === BALANCE
  return (
    <ChoiceRow name={name} checked={isChosen} disabled={!isCovered} onChoose={onChoose}>
      {isBalance ? (
        <CoinIcon code={quote.from_currency} network={undefined} size={34} />
      ) : (
        <WayGlyph way={{ kind: way?.kind, network: way?.network }} />
      )}
      <span className="grid min-w-24 flex-1">
        <b className="t-row wrap-anywhere">{isBalance || !way ? quote.from_currency : wayName(way)}</b>
        <span className="t-cap text-muted wrap-anywhere">
          {isBalance ? <Available route={route} /> : <Trans>Money from outside</Trans>}
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

function Available({ route: { quote, available, is_covered: isCovered } }: { route: Route }) {
  const { i18n } = useLingui()
  const left = moneyText({ amount: available ?? '0', currency: quote.from_currency }, i18n.locale)
  return isCovered ? <Trans>{left} available</Trans> : <Trans>Only {left} available</Trans>
}
