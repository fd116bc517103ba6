import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useDraft } from '../domain/draft'
import { depositDraft, exchangeDraft, leaveAttempt } from '../features/exchange/draft'
import { ExchangeStart } from '../features/exchange/start/ExchangeStart'
import { landing, STEP_PATH, stepPage } from '../features/exchange/flow'
import { lazyLater, lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { checklist } from './checklist'
import { Held } from './Held'
import { TermsLink } from './TermsLink'

// Loaded lazily: the form does not wait for it.
const MovementBeside = lazyLater(() => import('./MovementBeside'))

const Unfinished = lazyPart(() => import('./Unfinished'), seldomWords)

const PendingOrder = lazyLater(() => import('../features/pending-order/PendingOrder'))

/** The start page of an exchange or a balance movement. */
export function MovementStart() {
  const navigate = useNavigate()
  const { side } = useDraft(exchangeDraft)
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
      pendingOrder={
        <Suspense fallback={null}>
          <PendingOrder
            onAsk={() => void navigate({ to: STEP_PATH.confirm })}
            onLeave={() => exchangeDraft.set(leaveAttempt)}
          />
        </Suspense>
      }
      // A deposit and a conversion stay on the balances, so the hold does not stop them.
      notice={
        <>
          {side === 'DEPOSIT' || side === 'CONVERT' ? null : <Held />}
          <Suspense fallback={null}>
            <Unfinished isStart />
          </Suspense>
        </>
      }
      beside={
        <Suspense fallback={null}>
          <MovementBeside />
        </Suspense>
      }
    />
  )
}
