import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { groupIban, shorten } from '../../../domain/address'
import { cardName } from '../../../domain/cardName'
import { HeroAmount } from '../../../domain/HeroAmount'
import { networkName } from '../../../domain/networks'
import { ActionBar } from '../../../ui/ActionBar'
import { Hero } from '../../../ui/Hero'
import { useWide } from '../../../ui/useWide'
import { tookSeconds } from '../details/expected'
import { CODE_ISSUER } from '../status'
import { ExplorerLink } from './ExplorerLink'
import { PayoutCode } from './PayoutCode'
import { SuccessMark } from './SuccessMark'
import { useDuration } from './useDuration'

// Few orders have a promo code with a bonus.
const BonusFact = lazy(() => import('../bonus/BonusFact'))

type SuccessProps = {
  transaction: Transaction
  network: PaywayInfo['network'] | undefined
  done: ReactNode
  /** Repeats the exchange; nothing for other types. */
  again: ReactNode
}

/** A completed order: what arrived, where it is, and how long it took. */
export default function Success({ transaction, network, done, again }: SuccessProps) {
  const { amount, currency } = transaction.headline
  const wide = useWide()
  const duration = useDuration()
  const took = tookSeconds(transaction)
  const place = placeText(transaction, network)
  const time = took === undefined ? '' : duration(took)
  return (
    <>
      <Hero className="grid content-center desk:min-h-[480px]">
        <div role="status" className="grid grid-cols-1 justify-items-center gap-1 py-6 text-center">
          <SuccessMark />
          <div className="mt-3 w-full">
            <HeroAmount amount={amount} currency={currency} large />
          </div>
          <p className="text-[17px] font-[580]">
            <Where transaction={transaction} />
          </p>
          <p className="mt-1.5 text-[13.5px] text-muted wrap-anywhere">
            {took === 0 ? <Trans>At once</Trans> : time ? <Trans>Took {time}</Trans> : null}
            {time && place ? ' · ' : null}
            {place}
          </p>
          {transaction.price.promo_bonus ? (
            <dl className="mt-4 w-full max-w-[360px] text-left text-[14px]">
              <Suspense fallback={null}>
                <BonusFact transaction={transaction} />
              </Suspense>
            </dl>
          ) : null}
        </div>
        {transaction.requisite?.kind === 'code' && transaction.headline.kind !== 'deposited' ? (
          <div className="mx-auto w-full max-w-[480px] pb-5">
            <PayoutCode id={transaction.id} service={CODE_ISSUER} />
          </div>
        ) : null}
        <div className="mx-auto flex w-full max-w-[480px] flex-wrap justify-center gap-2.5 pb-4 [&>*]:w-auto [&>*]:flex-auto">
          {wide ? done : null}
          <ExplorerLink transaction={transaction} network={network} />
          {again}
        </div>
      </Hero>
      {/* On phones the way on is in reach of the thumb. */}
      {wide ? null : <ActionBar>{done}</ActionBar>}
    </>
  )
}

/** Where the money is. */
function Where({ transaction: { headline, display_type, requisite } }: { transaction: Transaction }) {
  if (headline.kind === 'deposited') return <Trans>is on your balance</Trans>
  const who = requisite?.display ?? ''
  if (display_type === 'transfer') return <Trans>{who} has received it</Trans>
  switch (requisite?.kind) {
    case 'address':
      return <Trans>is in your wallet</Trans>
    case 'iban':
      return <Trans>has been sent to your bank account</Trans>
    case 'card':
      return <Trans>has been sent to your card</Trans>
    case 'code':
      return <Trans>is in a code for you</Trans>
    default:
      return <Trans>has been sent</Trans>
  }
}

/** "TQ5Nxr8yqk…B3sVmPz9e, TRON". */
function placeText({ requisite, headline }: Transaction, network: PaywayInfo['network'] | undefined): string {
  if (!requisite || headline.kind === 'deposited') return ''
  switch (requisite.kind) {
    case 'address':
      return [shorten(requisite.display), network && networkName(network)].filter(Boolean).join(', ')
    case 'iban':
      return groupIban(requisite.display)
    case 'card':
      return cardName(requisite.display)
    case 'customer':
    case 'code':
      return ''
  }
}
