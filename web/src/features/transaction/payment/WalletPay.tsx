import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cardTitle } from '../../../domain/savedCards'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { ItemRow } from '../../../ui/ItemRow'
import type { WalletPayment } from './browserWallet'
import { deviceWallet, WALLET_NAME } from './deviceWallet'
import { OrByCard } from './OrByCard'

type WalletPayProps = { amount: string; busy: boolean; onPay: (wallet: WalletPayment) => void }

/** The last digits of the test cards in the sandbox's wallet. */
const CARDS = [
  { last4: '4242', isPaid: true },
  { last4: '0002', isPaid: false },
] as const

/** Payment with the wallet of this device in a sandbox: a simulated sheet replaces the wallet's. */
export default function WalletPay({ amount, busy, onPay }: WalletPayProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const kind = deviceWallet(navigator.userAgent, 'ApplePaySession' in window)
  const name = WALLET_NAME[kind]
  const pay = (last4: string) => {
    setOpen(false)
    onPay({ kind, token: `sandbox-${last4}` })
  }
  return (
    <div className="grid gap-4">
      <Button variant="quiet" busy={busy} onClick={() => setOpen(true)}>
        <Trans>Pay with {name}</Trans>
      </Button>
      <OrByCard />
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Sandbox ${name}`}>
        <div className="grid gap-3">
          <p className="text-muted">
            <Trans>A simulated wallet. No money moves.</Trans>
          </p>
          <p className="t-row text-center text-[22px]">{amount}</p>
          <ul className="grid divide-y divide-line/60">
            {CARDS.map(({ last4, isPaid }) => (
              <li key={last4}>
                <button
                  type="button"
                  className="-mx-2 block w-[calc(100%+1rem)] rounded-control px-2 text-left hover:bg-sunken"
                  onClick={() => pay(last4)}
                >
                  <ItemRow
                    title={cardTitle({ brand: 'visa', last4 })}
                    note={isPaid ? <Trans>Is paid</Trans> : <Trans>Is declined</Trans>}
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    </div>
  )
}
