import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { depositDraft, exchangeDraft, leaveAttempt } from '../features/exchange/draft'
import { ExchangeStart } from '../features/exchange/start/ExchangeStart'
import { landing, STEP_PATH, stepPage } from '../features/exchange/flow'
import { useDraft } from '../domain/draft'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { checklist } from './checklist'
import { Held } from './Held'
import { TermsLink } from './TermsLink'

// Loaded lazily: the form does not wait for it.
const InProgress = lazyLater(() => import('../features/transaction/progress/InProgress'))

const DetailsHint = lazyLater(() => import('./DetailsHint'), seldomWords)

const PendingOrder = lazyLater(() => import('../features/pending-order/PendingOrder'))

/** The start page of an exchange or a balance movement. */
export function MovementStart() {
  const navigate = useNavigate()
  const { side, from } = useDraft(exchangeDraft)
  // Card and BLIK payments need an order; other payways do not.
  const needsOrder = !from || ['balance', 'visamc', 'blik'].includes(from.payway)
  return (
    <ExchangeStart
      terms={TermsLink}
      checklist={checklist}
      onContinue={() => void navigate(stepPage(landing('confirm', exchangeDraft.get()), exchangeDraft.get()))}
      onDeposit={(currency) => {
        exchangeDraft.set(() => depositDraft(currency))
        void navigate(stepPage('start', exchangeDraft.get()))
      }}
      onForbidden={() => void navigate({ to: '/forbidden', replace: true })}
      unsettled={
        <Suspense fallback={null}>
          <PendingOrder
            onAsk={() => void navigate({ to: STEP_PATH.confirm })}
            onLeave={() => exchangeDraft.set(leaveAttempt)}
          />
        </Suspense>
      }
      notice={<Held />}
      beside={
        <Suspense fallback={null}>
          {side === 'DEPOSIT' && !needsOrder ? <DetailsHint from={from} /> : null}
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
        </Suspense>
      }
    />
  )
}
