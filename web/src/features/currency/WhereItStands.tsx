import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.gen'
import { isZeroDecimal } from '../../domain/decimal'
import { amountText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { Money } from '../../ui/Money'
import { percentOf, shareOf } from './shares'

type Balance = components['schemas']['Balance']
type WhereItStandsProps = {
  currency: string
  balance: Balance | undefined
  /** The value of all balances, in the main currency. */
  total: string | undefined
}

const NOTHING = { available: '0.00', pending: '0.00', posted: '0.00', coming: '0.00' }

/** The available amount, the reserved amount, their total, and what is on its way. A currency without a balance shows zeros. */
export function WhereItStands({ currency, balance, total }: WhereItStandsProps) {
  const { i18n } = useLingui()
  const { available, pending, posted, coming } = balance ?? NOTHING
  const reserved = shareOf(pending, posted)
  const money = (amount: string) => <Money amount={amount} currency={currency} exact />
  const share = balance?.main_value && total ? percentOf(balance.main_value, total) : undefined
  return (
    <Card title={<Trans>Where it stands</Trans>}>
      <div aria-hidden="true" className="mb-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shareOf(posted, posted) > 0 ? <span className="bg-c3" style={{ flexGrow: 1000 - reserved }} /> : null}
        {reserved > 0 ? <span className="min-w-1 bg-c1" style={{ flexGrow: reserved }} /> : null}
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Part dot="bg-c3" name={<Trans>Available</Trans>} value={money(available)} />
        <Part dot="bg-c1" name={<Trans>Reserved by orders</Trans>} value={money(pending)} />
        <Part isTotal name={<Trans>Total</Trans>} value={money(posted)} />
        {isZeroDecimal(coming) ? null : <Part name={<Trans>On its way to you</Trans>} value={money(coming)} />}
        {share ? (
          <Part name={<Trans>Share of all balances</Trans>} value={`${amountText(share, i18n.locale)}\u00a0%`} />
        ) : null}
      </dl>
    </Card>
  )
}

type PartProps = { dot?: string; isTotal?: boolean; name: ReactNode; value: ReactNode }

/** One row; the dot has the colour of its part of the bar. */
function Part({ dot, isTotal, name, value }: PartProps) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 ${isTotal ? 'border-line border-t pt-3 font-semibold' : ''}`}>
      {dot ? <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[3px] ${dot}`} /> : null}
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right font-[570]">{value}</dd>
    </div>
  )
}
