import { useState } from 'react'
import type { Endpoint, QuoteRequest } from '../../../../api/exchangeTypes'
import { Dialog } from '../../../../ui/Dialog'
import { useWide } from '../../../../ui/useWide'
import { asksHow, type Chip, chipsOf, type Coin, coinsOf, underChip } from '../coins'
import { type Option, sameEndpoint } from '../options'
import { bestMatch, matches } from '../search'
import { CoinList } from './CoinList'
import { NetworkStep } from './NetworkStep'
import { PickerSearch } from './PickerSearch'
import './picker.css'

export type PickerDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  options: readonly Option[]
  chosen: Endpoint
  /** The price request with another endpoint, for its fee. */
  priceOf: (endpoint: Endpoint) => QuoteRequest | undefined
  onChoose: (endpoint: Endpoint) => void
}

/** First the currency, then how it travels: beside the list on desktops, as a second sheet on phones. */
export default function PickerDialog(props: PickerDialogProps) {
  const { open, onClose, title } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} wide>
      <Picker {...props} />
    </Dialog>
  )
}

function Picker({ options, chosen, priceOf, onChoose }: PickerDialogProps) {
  const wide = useWide()
  const [query, setQuery] = useState('')
  const [pressed, setPressed] = useState<Chip>()
  const [code, setCode] = useState<string>()
  const coins = coinsOf(options)
  const found = options.filter((option) => matches(option, query.trim()))
  const best = bestMatch(found, query)
  const chips = chipsOf(coins)
  const chip = pressed ?? chips[0] ?? 'all'
  const shown = query.trim() ? { first: coinsOf(found), more: [] } : underChip(coins, chip)
  // On desktops, the networks of the chosen coin stand beside the list from the start.
  const coin = coins.find((each) => each.code === (code ?? (wide ? chosen.currency : undefined)))
  const whole = (each: Coin) => coins.find((own) => own.code === each.code) ?? each
  const press = (each: Coin) => {
    const [only] = each.options
    if (asksHow(each)) setCode(each.code)
    else if (only?.available) onChoose(only.endpoint)
  }
  const enter = () => {
    if (!best) return
    // The search names one option exactly, or only a coin.
    const named = found.filter((option) => option.endpoint.currency === best.endpoint.currency)
    const of = coins.find((each) => each.code === best.endpoint.currency)
    if (named.length === 1 || !of || !asksHow(of)) onChoose(best.endpoint)
    else setCode(of.code)
  }
  // The option that the search names comes first, then the chosen one.
  const wanted = query.trim() ? best?.endpoint : chosen
  const step = coin ? (
    <NetworkStep
      key={coin.code}
      coin={coin}
      wanted={coin.options.find((option) => sameEndpoint(option.endpoint, wanted))?.endpoint ?? chosen}
      focused={code !== undefined}
      priceOf={priceOf}
      onChoose={onChoose}
      onBack={wide ? undefined : () => setCode(undefined)}
    />
  ) : null
  if (!wide && step) return step
  return (
    <div className="picker">
      <div className="picker-coins">
        <PickerSearch query={query} onQuery={setQuery} onEnter={enter} chips={chips} chip={chip} onChip={setPressed} />
        <CoinList
          {...shown}
          query={query.trim()}
          chosen={coin?.code ?? chosen.currency}
          onPress={(each) => press(whole(each))}
        />
      </div>
      {wide ? <div className="picker-networks">{step}</div> : null}
    </div>
  )
}
