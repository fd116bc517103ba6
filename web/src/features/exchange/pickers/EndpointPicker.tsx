import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '../../../api/exchangeTypes'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Drawer } from '../../../ui/Drawer'
import { bestMatch, matches, type Option, sameEndpoint } from './options'
import { PickerList, PickerSearch } from './PickerList'
import './pickers.css'

type EndpointPickerProps = {
  title: string
  options: readonly Option[]
  chosen: Endpoint | undefined
  onChoose: (endpoint: Endpoint) => void
}

/** The pill beside an amount: which currency, over which payway; it opens the list. */
export function EndpointPicker({ title, options, chosen, onChoose }: EndpointPickerProps) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
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
  const found = options.filter((row) => matches(row, query.trim()))
  const best = bestMatch(found, query)
  return (
    <>
      <button type="button" className="picker-pill" aria-haspopup="dialog" onClick={() => change(true)}>
        <span className="sr-only">{title}: </span>
        <CurrencyIcon code={currency} size={28} />
        <b className="font-[620]">{currency}</b>
        <span className="picker-payway">{paywayName}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Drawer
        open={open}
        onOpenChange={change}
        title={title}
        search={<PickerSearch query={query} onQuery={setQuery} onEnter={() => best && choose(best.endpoint)} />}
      >
        <PickerList options={found} query={query.trim()} chosen={chosen} onChoose={choose} />
      </Drawer>
    </>
  )
}
