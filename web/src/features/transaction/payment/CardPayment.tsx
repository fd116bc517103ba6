import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import type { CardPaymentState, Transaction } from '../../../api/exchangeTypes'
import { CardChoice } from '../../../domain/card/CardChoice'
import { cardFields } from '../../../domain/cardInput'
import { host } from '../../../host/adapter'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import type { TransactionActions } from '../actions/useActions'
import { Declined } from './Declined'

// A live tenant has no acquirer for wallets yet.
const WalletPay = lazy(() => import('./WalletPay'))

type CardPaymentProps = {
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

/**
 * Card payment. The bank's authentication uses the whole page: inside a frame, the customer could not verify its
 * address.
 */
export default function CardPayment(props: CardPaymentProps) {
  const { payment, amount, sandbox, busy, problem, failure, follow, onPay } = props
  const { t } = useLingui()
  const challenge = payment.state === 'challenge' ? payment.challenge_url : undefined
  useEffect(() => {
    // A new window opens only by a click.
    if (follow && challenge && !host.leave) window.location.assign(challenge)
  }, [follow, challenge])
  if (payment.state === 'authorizing') {
    return (
      <p className="py-6 text-center text-muted" role="status">
        <Trans>Asking your bank…</Trans>
      </p>
    )
  }
  if (challenge) {
    return (
      <div className="grid gap-4 text-center">
        <p>
          <Trans>Your bank wants to make sure that it is you. Confirm the payment on its page and come back.</Trans>
        </p>
        <Button onClick={() => (host.leave ?? ((url) => window.location.assign(url)))(challenge)}>
          <Trans>Go to your bank</Trans>
        </Button>
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
      {sandbox ? (
        <Suspense fallback={null}>
          <WalletPay amount={amount} busy={busy} onPay={(wallet) => void onPay({ wallet })} />
        </Suspense>
      ) : null}
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
