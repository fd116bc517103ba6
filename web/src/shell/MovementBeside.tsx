import { Link } from '@tanstack/react-router'
import { useCatalogue } from '../domain/catalogue'
import { useDraft } from '../domain/draft'
import { exchangeDraft } from '../features/exchange/draft'
import InProgress from '../features/transaction/progress/InProgress'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const DetailsHint = lazyLater(() => import('./DetailsHint'), seldomWords)
const PresetsHint = lazyLater(() => import('./presets/PresetsHint'), seldomWords)
const UnifiedHint = lazyLater(() => import('./unified/UnifiedHint'), seldomWords)

/** Beside a start page: other ways to the same end, and running transactions. */
export default function MovementBeside() {
  const { side, from } = useDraft(exchangeDraft)
  const catalogue = useCatalogue()
  // Banks and networks have permanent deposit details; cards and other services need an order.
  const kind = catalogue.data?.payways.find(({ code }) => code === from?.payway)?.kind
  const hasDetails = kind === 'iban' || kind === 'crypto'
  return (
    <>
      {side === 'DEPOSIT' && from && hasDetails ? <DetailsHint from={from} /> : null}
      {['DEPOSIT', 'WITHDRAW', 'CONVERT'].includes(side) ? <UnifiedHint isDeposit={side === 'DEPOSIT'} /> : null}
      {['BUY', 'SELL', 'SWAP'].includes(side) ? <PresetsHint /> : null}
      <InProgress
        link={(transaction, row) => (
          <Link
            to="/transaction/$transactionType/$externalId"
            params={{ transactionType: transaction.type.toLowerCase(), externalId: transaction.id }}
            className="block rounded-control"
          >
            {row}
          </Link>
        )}
      />
    </>
  )
}
