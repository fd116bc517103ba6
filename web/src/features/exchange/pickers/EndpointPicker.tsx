import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint, QuoteRequest } from '../../../api/exchangeTypes'
import { CoinIcon } from '../../../domain/CoinIcon'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { useUsed } from '../../../ui/useUsed'
import { type Option, sameEndpoint } from './options'
import './pickers.css'

const load = () => import('./list/PickerDialog')
const PickerDialog = lazyLater(load, seldomWords)

type EndpointPickerProps = {
  title: string
  options: readonly Option[]
  chosen: Endpoint | undefined
  /** The page around fixed this end, or a part of it. */
  isFixed?: boolean
  /** The price request with another endpoint, for its fee. */
  priceOf: (endpoint: Endpoint) => QuoteRequest | undefined
  onChoose: (endpoint: Endpoint) => void
}

/** The button beside an amount that shows currency and payway. It opens the list, which is loaded on first use. */
export function EndpointPicker({ title, options, chosen, isFixed = false, priceOf, onChoose }: EndpointPickerProps) {
  const [open, setOpen] = useState(false)
  const used = useUsed(open)
  const choose = (endpoint: Endpoint) => {
    setOpen(false)
    onChoose(endpoint)
  }
  if (!chosen)
    return <span aria-hidden="true" className="h-11 w-[112px] shrink-0 animate-pulse rounded-full bg-surface" />
  const option = options.find((row) => sameEndpoint(row.endpoint, chosen))
  const paywayName = option?.paywayName ?? chosen.payway
  const { currency } = chosen
  return (
    <>
      <button
        type="button"
        className="picker-pill"
        // The page around a widget can fix an end.
        disabled={options.length === 1 && isFixed}
        aria-haspopup="dialog"
        // Preloads the list on hover.
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <span className="sr-only">{title}: </span>
        <CoinIcon code={currency} network={option?.network} size={30} />
        <span className="text-left">
          <b className="font-[620]">{currency}</b> <span className="picker-payway">{paywayName}</span>
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>
        {used ? (
          <PickerDialog
            open={open}
            onClose={() => setOpen(false)}
            title={title}
            options={options}
            chosen={chosen}
            priceOf={priceOf}
            onChoose={choose}
          />
        ) : null}
      </Suspense>
    </>
  )
}
