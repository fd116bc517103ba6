import { CircleCheck, CreditCard, Landmark, Smartphone, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaywayInfo } from '../api/exchangeTypes'
import { CurrencyIcon } from '../ui/CurrencyIcon'
import { networkCoin, networkName } from './networks'
import './wayRow.css'

/** A network or a payment method; without a kind the balance. */
export type Way = { kind: PaywayInfo['kind'] | undefined; network?: PaywayInfo['network'] | undefined; name: string }

type WayRowProps = {
  /** The name of the group of radio buttons. */
  group: string
  way: Way
  note: ReactNode
  /** Fee and time, at the right. */
  children: ReactNode
  checked: boolean
  disabled?: boolean
  onPick: () => void
}

/** One way of a currency, as a radio button with ring, fill and tick. */
export function WayRow({ group, way, note, children, checked, disabled = false, onPick }: WayRowProps) {
  return (
    <label className="way-row" data-off={disabled || undefined}>
      <input type="radio" name={group} checked={checked} disabled={disabled} onChange={onPick} />
      <WayGlyph way={way} />
      <span className="min-w-0 flex-1">
        <b className="block font-[580] wrap-anywhere">{wayName(way)}</b>
        {note ? <span className="block text-[13px] text-muted wrap-anywhere">{note}</span> : null}
      </span>
      <span className="grid max-w-[45%] justify-items-end text-right">{children}</span>
      {checked ? <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-brand" /> : null}
    </label>
  )
}

/** The name of the network, or else of the payment method. */
export function wayName({ network, name }: Way): string {
  return network ? networkName(network) : name
}

/** The name of the payway if the network has another one, such as "TRC20". */
export function wayStandard({ network, name }: Way): string | undefined {
  return network && networkName(network) !== name ? name : undefined
}

/** The icon of a network, a payment method or the balance. */
export function WayGlyph({ way: { kind, network } }: { way: Pick<Way, 'kind' | 'network'> }) {
  if (network) return <CurrencyIcon code={networkCoin(network)} size={32} />
  const Icon = { card: CreditCard, iban: Landmark, code: Smartphone, crypto: Wallet, balance: Wallet }[
    kind ?? 'balance'
  ]
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken text-muted">
      <Icon size={18} aria-hidden="true" />
    </span>
  )
}
