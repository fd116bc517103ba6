import { Trans, useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../api/exchangeTypes'
import { isEstimate } from '../../domain/estimate'
import { HeroAmount } from '../../domain/HeroAmount'
import { badgeOf } from '../../domain/transactionStatus'
import { Badge } from '../../ui/Badge'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { isSettled } from './details/facts'
import { HeadlineWord } from './details/HeadlineWord'
import { shownTypeWord } from './status'

/** The main amount of an order, with its state. */
export function Head({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const { reference, status, sub_state, headline } = transaction
  const { word, tone } = badgeOf(status, sub_state)
  const floats = isEstimate(transaction)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <CurrencyIcon code={headline.currency} size={48} />
      <div className="min-w-52 flex-1">
        <HeadlineWord transaction={transaction} />
        <HeroAmount
          amount={headline.amount}
          currency={headline.currency}
          quiet={headline.kind === 'not_paid'}
          estimate={floats}
        />
        {floats ? (
          <p className="text-[13px] text-muted">
            <Trans>An estimate: your transfer is exchanged at the rate of the moment it arrives.</Trans>
          </p>
        ) : null}
        <p className="text-[13px] text-muted">
          {i18n._(shownTypeWord(transaction))} ·{' '}
          <span className="whitespace-nowrap">
            <Trans>order {reference}</Trans>
          </span>
        </p>
      </div>
      {isSettled(transaction) ? null : <Badge tone={tone}>{i18n._(word)}</Badge>}
    </header>
  )
}
