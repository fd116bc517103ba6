import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { CardPaymentState, Transaction } from '../../../api/exchangeTypes'
import { CardChoice } from '../../../domain/card/CardChoice'
import { cardFields } from '../../../domain/cardInput'
import { LaunchStep } from '../../../domain/launch/LaunchStep'
import { Notice } from '../../../ui/Notice'
import type { TransactionActions } from '../actions/useActions'
import { Declined } from './Declined'
import { NewCardLimit } from './NewCardLimit'

const WalletPay = lazy(() => import('./WalletPay'))
const LiveWallets = lazy(() => import('./LiveWallets'))

type CardPaymentProps = {
  order: Pick<Transaction, 'id' | 'from'>
  payment: CardPaymentState
  amount: string
  sandbox: boolean
  busy: boolean
  problem: string | undefined
  /** Why the last card was declined. */
  failure: Transaction['failure'] | undefined
  /** The card was entered on this page just now: goes to the bank's authentication automatically. */
  follow: boolean
  onPay: TransactionActions['payByCard']
}

/** Card payment. The acquirer says how the customer reaches the bank's authentication. */
export default function CardPayment(props: CardPaymentProps) {
  const { order, payment, amount, sandbox, busy, problem, failure, follow, onPay } = props
  const { t } = useLingui()
  const launch = payment.state === 'challenge' ? payment.launch : undefined
  if (payment.state === 'authorizing') {
    return (
      <p className="py-6 text-center text-muted" role="status">
        <Trans>Asking your bank…</Trans>
      </p>
    )
  }
  if (launch) {
    return (
      <div className="grid gap-4 text-center">
        <p>
          {launch.kind === 'IFRAME' ? (
            <Trans>Your bank wants to make sure that it is you. Confirm the payment.</Trans>
          ) : (
            <Trans>Your bank wants to make sure that it is you. Confirm the payment on its page and come back.</Trans>
          )}
        </p>
        <LaunchStep launch={launch} follow={follow} />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      {payment.state === 'declined' ? (
        <Notice tone="bad">
          <Declined failure={failure} /> <Trans>Try again or use another card.</Trans>
        </Notice>
      ) : null}
      <Suspense fallback={null}>
        {sandbox ? (
          <WalletPay amount={amount} busy={busy} onPay={(wallet) => void onPay({ wallet })} />
        ) : (
          <LiveWallets order={order.id} total={order.from} busy={busy} onPay={(wallet) => onPay({ wallet })} />
        )}
      </Suspense>
      <NewCardLimit />
      <CardChoice
        submitLabel={t`Pay ${amount}`}
        sandbox={sandbox}
        busy={busy}
        problem={problem}
        withCvv
        isDeclined={payment.state === 'declined'}
        onSubmit={(card, save) => onPay({ ...cardFields(card), cvv: card.cvv }, save ? card : undefined)}
        onSaved={(card) => onPay({ card_token: card.card_token })}
      />
    </div>
  )
}
