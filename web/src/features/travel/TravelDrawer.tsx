import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { AddressText } from '../../domain/AddressText'
import type { TravelNeed, WalletNeed } from '../../domain/travel'
import { Button } from '../../ui/Button'
import { Drawer } from '../../ui/Drawer'
import { Notice } from '../../ui/Notice'
import { isOnWord } from './answers'
import { ProofForm } from './ProofForm'
import { QuestionsForm } from './QuestionsForm'
import { SenderForm } from './SenderForm'
import type { CountrySlot } from './CounterpartyFields'

type TravelDrawerProps = {
  need: TravelNeed | undefined
  country: CountrySlot
  onAnswer: (told: boolean) => void
}

/**
 * The travel-rule questions of a crypto payout or deposit (Regulation (EU) 2023/1113). The server saves the answers
 * step by step.
 */
export default function TravelDrawer({ need, country, onAnswer }: TravelDrawerProps) {
  const [dirty, setDirty] = useState(false)
  // Keeps the heading during the closing animation.
  const [shown, setShown] = useState(need)
  if (need && need !== shown) setShown(need)
  const answer = (told: boolean) => {
    setDirty(false)
    onAnswer(told)
  }
  return (
    <Drawer
      open={need !== undefined}
      onOpenChange={(open) => (open ? undefined : answer(false))}
      title={shown === 'sender' ? <Trans>Where the coins come from</Trans> : <Trans>Where the coins go</Trans>}
      dirty={dirty}
    >
      {need === 'sender' ? (
        <SenderForm country={country} onDirty={() => setDirty(true)} onDone={() => answer(true)} />
      ) : need ? (
        <Steps
          key={need.address}
          need={need}
          country={country}
          onDirty={() => setDirty(true)}
          onDone={() => answer(true)}
        />
      ) : null}
    </Drawer>
  )
}

/** The customer's own address, whose ownership cannot be proved. */
function OnWord({ address, onDone }: { address: string; onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <p className="rounded-m bg-sunken px-4 py-3">
        <AddressText value={address} />
      </p>
      <p className="text-muted">
        <Trans>
          An address of this kind cannot be proved to be yours. We take your word for it, and keep that with the
          payment.
        </Trans>
      </p>
      <Button onClick={onDone}>
        <Trans>Go on</Trans>
      </Button>
    </div>
  )
}

type StepsProps = { need: WalletNeed; country: CountrySlot; onDirty: () => void; onDone: () => void }

/**
 * First the owner; then, for a self-hosted wallet of the customer, the proof, or a declaration where no proof is
 * possible.
 */
function Steps({ need, country, onDirty, onDone }: StepsProps) {
  const [unproved, setUnproved] = useState(need.walletId)
  const [onWord, setOnWord] = useState(false)
  if (onWord) return <OnWord address={need.address} onDone={onDone} />
  return (
    <div className="grid gap-5">
      <p className="rounded-m bg-sunken px-4 py-3">
        <AddressText value={need.address} />
      </p>
      {need.other ? (
        <Notice tone="wait">
          <Trans>
            An address of this kind cannot be proved to be yours, and an amount this large can only go to a proved one.
            Use another address of yours, or one at a service.
          </Trans>
        </Notice>
      ) : null}
      {unproved === undefined ? (
        <QuestionsForm
          need={need}
          country={country}
          onDirty={onDirty}
          onSaved={(wallet) => {
            if (wallet.needs_proof) setUnproved(wallet.id)
            else if (isOnWord(wallet)) setOnWord(true)
            else onDone()
          }}
        />
      ) : (
        <ProofForm
          wallet={unproved}
          payway={need.payway}
          onDirty={onDirty}
          onDone={onDone}
          onBack={() => setUnproved(undefined)}
        />
      )}
    </div>
  )
}
