import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '../../../api/exchangeTypes'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { useUsed } from '../../../ui/useUsed'
import { type Option, sameEndpoint } from './options'
import './pickers.css'

const load = () => import('./list/PickerDrawer')
const PickerDrawer = lazyLater(load, seldomWords)

type EndpointPickerProps = {
  title: string
  options: readonly Option[]
  chosen: Endpoint | undefined
  onChoose: (endpoint: Endpoint) => void
}

/** The button beside an amount that shows currency and payway. It opens the list, which is loaded on first use. */
export function EndpointPicker({ title, options, chosen, onChoose }: EndpointPickerProps) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const used = useUsed(open)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setQuery('')
  }
  const choose = (endpoint: Endpoint) => {
    change(false)
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
        aria-haspopup="dialog"
        // Preloads the list on hover.
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => change(true)}
      >
        <span className="sr-only">{title}: </span>
        <CurrencyIcon code={currency} size={28} />
        <b className="font-[620]">{currency}</b>
        <span className="picker-payway">{paywayName}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>
        {used ? (
          <PickerDrawer
            open={open}
            onOpenChange={change}
            title={title}
            options={options}
            chosen={chosen}
            query={query}
            onQuery={setQuery}
            onChoose={choose}
          />
        ) : null}
      </Suspense>
    </>
  )
}
