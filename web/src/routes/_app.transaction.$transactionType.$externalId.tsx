import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Transaction } from '../api/exchangeTypes'
import { TryAgain } from '../features/exchange/again/TryAgain'
import { stepPage } from '../features/exchange/flow'
import { writeTransaction } from '../features/transaction/queries'
import { TransactionPage } from '../features/transaction/TransactionPage'
import { isFinal } from '../domain/isFinal'
import { BALANCE } from '../domain/balance'
import { host } from '../host/adapter'
import { config } from '../host/config'
import { lazyLater } from '../i18n/lazyLater'
import { laterWords, seldomWords } from '../i18n/load'
import { queries } from '../router'
import { AllActivityLink, orderLink, supportLink } from '../shell/order/orderLinks'
import { ActivityBack, DetailsLink, OpenItLink } from '../shell/order/runningLinks'
import { travelPart } from '../shell/travel'
import { buttonClass } from '../ui/Button'

// Loaded for ended orders.
const KeepOrder = lazyLater(() => import('../shell/presets/KeepOrder'), seldomWords)

const ShareStatus = lazyLater(() => import('../features/transaction/shared/ShareStatus'))

// Loaded only in a sandbox.
const SandboxDock = lazyLater(() => import('../features/sandbox/SandboxDock'), seldomWords)

export const Route = createFileRoute('/_app/transaction/$transactionType/$externalId')({
  loader: laterWords,
  component: RunningPage,
})

function RunningPage() {
  const { externalId: id } = Route.useParams()
  const navigate = useNavigate()
  return (
    <TransactionPage
      // Resets the state (progress, dialogs, card) for another order.
      key={id}
      id={id}
      sandbox={config.sandbox}
      support={(transaction, look) => supportLink(transaction, look)}
      done={(transaction) =>
        cameToNothing(transaction) ? (
          <TryAgain transaction={transaction} onReady={(draft) => void navigate(stepPage('start', draft))} />
        ) : (
          <Link to={isOnBalance(transaction) ? '/balances' : '/exchange'} className={buttonClass('primary')}>
            <Trans>Done</Trans>
          </Link>
        )
      }
      again={(transaction) =>
        isRepeatable(transaction) && transaction.status === 'DONE' ? (
          <>
            <TryAgain transaction={transaction} repeats onReady={(draft) => void navigate(stepPage('start', draft))} />
            <Suspense fallback={null}>
              <KeepOrder transaction={transaction} />
            </Suspense>
          </>
        ) : null
      }
      details={(transaction) => (
        <div className="grid gap-3">
          {host.Carry && !isFinal(transaction.status) ? <host.Carry id={id} /> : null}
          <DetailsLink order={transaction} />
          <Suspense fallback={null}>
            <ShareStatus id={id} />
          </Suspense>
        </div>
      )}
      travel={travelPart}
      unmatchedPaymentLink={(unmatchedPayment) => <OpenItLink order={unmatchedPayment} />}
      parentLink={orderLink}
      elsewhere={<AllActivityLink />}
      back={<ActivityBack />}
      panel={(transaction) =>
        config.sandbox && !(isFinal(transaction.status) && transaction.status !== 'EXPIRED') ? (
          <Suspense fallback={null}>
            <SandboxDock
              transaction={transaction}
              onMoved={(next) => writeTransaction(queries, next)}
              mailbox={
                <Link to="/sandbox/mail" target="_blank" className={buttonClass('text')}>
                  <Trans>Open the sandbox mailbox</Trans>
                </Link>
              }
            />
          </Suspense>
        ) : null
      }
    />
  )
}

/** Whether the same can be ordered again, at the present price. */
const isRepeatable = ({ allowed }: Transaction) => allowed.includes('repeat')

/** Whether an order ended without its result, so that ordering it again is the next step. */
const cameToNothing = (transaction: Transaction) => isRepeatable(transaction) && transaction.status !== 'DONE'

/** Whether the transaction changes a balance, so that the next step is the balance. */
function isOnBalance({ from, to }: Transaction): boolean {
  return from.payway === BALANCE || to.payway === BALANCE
}
