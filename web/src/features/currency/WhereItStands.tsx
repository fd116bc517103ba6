import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.gen'
import { Card } from '../../ui/Card'
import { Money } from '../../ui/Money'
import { shareOf } from './shares'

type Balance = components['schemas']['Balance']
type WhereItStandsProps = { currency: string; balance: Balance | undefined }

/** The available amount, the reserved amount, and their total. A currency without a balance shows zeros. */
export function WhereItStands({ currency, balance }: WhereItStandsProps) {
  const { available, pending, posted } = balance ?? { available: '0.00', pending: '0.00', posted: '0.00' }
  const reserved = shareOf(pending, posted)
  const money = (amount: string) => <Money amount={amount} currency={currency} exact />
  return (
    <Card title={<Trans>Where it stands</Trans>}>
      <div aria-hidden="true" className="mb-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {shareOf(posted, posted) > 0 ? <span className="bg-brand" style={{ flexGrow: 1000 - reserved }} /> : null}
        {reserved > 0 ? <span className="min-w-1 bg-act" style={{ flexGrow: reserved }} /> : null}
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Part dot="bg-brand" name={<Trans>Available</Trans>} value={money(available)} />
        <Part dot="bg-act" name={<Trans>Reserved by orders</Trans>} value={money(pending)} />
        <Part name={<Trans>Total</Trans>} value={money(posted)} />
      </dl>
    </Card>
  )
}

/** One row. The total has no dot, and a line above it. */
function Part({ dot, name, value }: { dot?: string; name: ReactNode; value: ReactNode }) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 ${dot ? '' : 'border-line border-t pt-3 font-semibold'}`}>
      {dot ? <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[3px] ${dot}`} /> : null}
      <dt className={dot ? 'text-muted' : ''}>{name}</dt>
      <dd className="ml-auto text-right font-[570]">{value}</dd>
    </div>
  )
}
