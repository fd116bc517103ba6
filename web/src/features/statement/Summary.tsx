import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.gen'
import { subtractDecimals } from '../../domain/decimal'
import { Card } from '../../ui/Card'
import { Money } from '../../ui/Money'
import { SignedMoney } from '../../domain/SignedMoney'

type Statement = Pick<components['schemas']['Statement'], 'currency' | 'opening' | 'closing'>

/** The opening and closing balances, and the totals between them. */
export function Summary({ statement: { currency, opening, closing } }: { statement: Statement }) {
  const change = subtractDecimals(closing, opening)
  return (
    <Card>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 desk:grid-cols-3 desk:gap-6">
        <Figure name={<Trans>Opening balance</Trans>}>
          <Money amount={opening} currency={currency} exact />
        </Figure>
        <Figure name={<Trans>Net change</Trans>}>
          {change === undefined ? null : <SignedMoney amount={change} currency={currency} />}
        </Figure>
        <Figure name={<Trans>Closing balance</Trans>}>
          <Money amount={closing} currency={currency} exact />
        </Figure>
      </dl>
    </Card>
  )
}

/** On a phone the entries are stacked, with name and figure at opposite ends. */
function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 desk:grid desk:gap-0.5">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="ml-auto text-right font-semibold desk:ml-0 desk:text-left desk:text-[20px]">{children}</dd>
    </div>
  )
}
