import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BalanceCard } from '../../../domain/BalanceCard'
import type { BalanceLink } from '../../../domain/BalanceRows'
import { balancesQuery } from '../../../domain/queries'

const SHOWN = 5

/** The most valuable balances, with a link to all of them. */
export function TopBalances({ link, all }: { link: BalanceLink; all: (count: number) => ReactNode }) {
  const count = useQuery(balancesQuery).data?.data.length ?? 0
  const aside = count > 0 ? all(count) : null
  return <BalanceCard title={<Trans>Balances</Trans>} empty={null} link={link} most={SHOWN} aside={aside} />
}
