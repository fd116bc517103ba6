import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '../api/schema.gen'
import { BalanceRow } from './BalanceRow'
import { byValue } from './byValue'
import { isSmall } from './smallBalances'

type Balances = components['schemas']['Balances']

/** Wraps the name of a currency in a link to its page. The link covers its row. */
export type BalanceLink = (currency: string, name: ReactNode) => ReactNode

type BalanceRowsProps = {
  balances: Balances
  hideSmall: boolean
  link: BalanceLink
  /** The number of balances to show. */
  most?: number | undefined
}

/** Each sparkline is a request. A list of all balances shows no more of them than this. */
const SPARKS_MAX = 8
/** A short list stands beside the prices to watch, which also have sparklines. */
const SPARKS_IN_SHORT = 4

/** The balances, one row per currency, the most valuable first. */
export function BalanceRows({ balances, hideSmall, link, most }: BalanceRowsProps) {
  const all = balances.data.toSorted(byValue)
  const large = hideSmall ? all.filter((each) => !isSmall(each)) : all
  const hidden = all.length - large.length
  const shown = large.slice(0, most)
  const main = balances.total?.currency
  const sparked = shown
    .filter(({ currency }) => main && currency !== main)
    .slice(0, most ? SPARKS_IN_SHORT : SPARKS_MAX)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((balance) => (
          <li key={balance.currency}>
            <BalanceRow balance={balance} main={main} link={link} hasSpark={sparked.includes(balance)} />
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="border-line py-3 text-[13px] text-muted not-first:border-t">
          <Plural
            value={hidden}
            one="# small balance is hidden"
            few="# small balances are hidden"
            many="# small balances are hidden"
            other="# small balances are hidden"
          />
        </p>
      ) : null}
    </>
  )
}
